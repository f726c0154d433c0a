import { isDeepStrictEqual } from 'node:util';
import type { ActiveRuleView } from '../../types/index.ts';

/**
 * Warns of a rule that takes all requests of another rule, or responds in place of an endpoint: once for each place that adds it. A rule with the
 * match of the other one replaces it on purpose, as tests do with a response of their set-up.
 */
export class HiddenRules {
  readonly #warned = new Set<string>();

  /** @param find the rule with an ID, in the scope of the new rule; undefined for an endpoint. */
  warn(added: ActiveRuleView, find: (id: string) => ActiveRuleView | undefined): void {
    const { id, source, match, hides = [] } = added;
    const rule = `The rule ${id} (${source})`;
    const sentences = hides.flatMap((name) => {
      const other = name.startsWith('/') ? undefined : find(name);
      if (other === undefined) return [`${rule} responds in place of the endpoint ${name}.`];
      if (isDeepStrictEqual(other.match, match)) return [];
      return [
        `${rule} hides the rule ${name} (${other.source}): it takes all requests of the same paths and methods, until it is removed.`,
      ];
    });
    if (sentences.length === 0 || this.#warned.has(source)) return;
    this.#warned.add(source);
    process.emitWarning(sentences.join(' '), { type: 'SparringWarning', code: 'SPARRING_HIDDEN_RULE' });
  }
}
