import { UsageError } from '#config/usage-error.ts';
import { userPlace } from '#config/user-frames.ts';
import type {
  Handler,
  Journal,
  RuleMatchWithCode,
  Stub,
  StubOptions,
  StubResponse,
} from '../../types/index.ts';
import { readRequestText } from './checks/request-text.ts';
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
    match: string | RuleMatchWithCode,
    response: StubResponse | Handler<never>,
    options: StubOptions = {},
  ): Stub {
    const input = { ...options, match: readRequestText(match) };
    const buildRule = (form: StubResponse | Handler<never>) => ({
      ...(bin !== undefined && { bin }),
      ...input,
      respond: form,
    });
    const added = rules.addFrom(buildRule(response), userPlace(respond));
    const { id } = added;
    const scope = added.bin;
    const recorded = { rule: `${scope ?? ''}/${id}` };
    const remove = () => rules.remove(id, scope);
    return {
      id,
      get applied() {
        return rules.find(id, scope)?.applied ?? 0;
      },
      requests: () => journal.all(recorded),
      next: (next = {}) => journal.next(recorded, next),
      update(form) {
        if (!rules.replace(id, scope, buildRule(form)))
          throw new UsageError(`The rule ${id} does not exist any more.`);
      },
      remove,
      [Symbol.dispose]: () => void remove(),
    };
  };
}
