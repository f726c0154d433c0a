import { isDeepStrictEqual } from 'node:util';
import type { ActiveRuleView } from '../../types/index.ts';

/**
 * Warns of a rule that takes all requests of another rule, or of an endpoint: once for each place that adds it. A rule with the
 * match of the other one replaces it on purpose, as tests do with a response of their set-up.
 */
export class HiddenRules {
  readonly #warned = new Set<string>();

  /** @param find the rule with an ID, in the scope of the new rule; undefined for an endpoint. */
  warn(added: ActiveRuleView, find: (id: string) => ActiveRuleView | undefined): void {
    const { id, source, match, hides = [] } = added;
    const hidden = hides.flatMap((name) => {
      const rule = name.startsWith('/') ? undefined : find(name);
      if (rule === undefined) return [`the endpoint ${name}`];
      return isDeepStrictEqual(rule.match, match) ? [] : [`the rule ${name} (${rule.source})`];
    });
    if (hidden.length === 0 || this.#warned.has(source)) return;
    this.#warned.add(source);
    process.emitWarning(
      `The rule ${id} (${source}) hides ${hidden.join(' and ')}: it takes all requests of the same paths and methods, until it is removed.`,
      { type: 'SparringWarning', code: 'SPARRING_HIDDEN_RULE' },
    );
  }
}
