import type { Journal, Rule, RuleMatch, Stub, StubOptions, StubResponse } from '../../types/index.ts';
import { UsageError } from '../config/usage-error.ts';
import { placeOfCall } from './place-of-call.ts';
import type { LibraryRules } from './rules.ts';

export interface StubContext {
  readonly rules: LibraryRules;
  readonly journal: Journal;
  /** The bin of the rules; undefined for those of the server. */
  readonly bin?: string | undefined;
}

/** Adds a rule with a response, and returns its handle. */
export function createRespond({ rules, journal, bin }: StubContext) {
  return function respond(
    match: string | RuleMatch,
    response: StubResponse,
    options: StubOptions = {},
  ): Stub {
    const given = { ...options, match: typeof match === 'string' ? parseRequest(match) : match };
    const toRule = (form: StubResponse): Rule => ({
      ...(bin !== undefined && { bin }),
      ...given,
      respond: form,
    });
    const added = rules.addFrom(toRule(response), placeOfCall(respond));
    const { id } = added;
    const scope = added.bin;
    const recorded = { rule: scope === undefined ? id : `${scope}/${id}` };
    const remove = () => rules.remove(id, scope);
    return {
      id,
      get applied() {
        return rules.find(id, scope)?.applied ?? 0;
      },
      requests: () => journal.all(recorded),
      next: (next = {}) => journal.next(recorded, next),
      update(form) {
        if (!rules.replace(id, scope, toRule(form)))
          throw new UsageError(`The rule ${id} does not exist any more.`);
      },
      remove,
      [Symbol.dispose]: () => void remove(),
    };
  };
}

/** The match of a text such as `GET /users/{id}` or `/users/{id}`. */
function parseRequest(text: string): RuleMatch {
  const space = text.indexOf(' ');
  return space < 0 ? { path: text } : { method: text.slice(0, space), path: text.slice(space + 1).trim() };
}
