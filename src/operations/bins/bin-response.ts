import type { ActiveRuleView, RuleInput } from '../../rules/rule.ts';
import type { RuleSet } from '../../rules/rule-set.ts';
import { normalizeRules } from '../rules/normalize-rules.ts';
import { asConflict } from '../rules/rules.ts';

/** The ID of the rule that is the default response of a bin. */
export const BIN_RESPONSE = 'bin-response';

/** What a bin responds with, unless another rule takes the request. */
export interface DefaultResponse {
  readonly response: NonNullable<RuleInput['respond']>;
  /** Whether requests to all paths get it; otherwise, those to the root of the bin. */
  readonly every_path: boolean;
}

/** The default response of a bin, which is a rule of the bin after all others. Undefined without one. */
export function readDefaultResponse(rule: ActiveRuleView | undefined): DefaultResponse | undefined {
  if (rule?.respond === undefined) return undefined;
  return { response: rule.respond, every_path: rule.match.path === undefined };
}

/** Sets the default response of a bin; undefined removes it. @throws OperationError `invalid`, `conflict` */
export async function changeDefaultResponse(
  rules: RuleSet,
  bin: string,
  changed: DefaultResponse | undefined,
): Promise<void> {
  if (changed === undefined) {
    await rules.remove(bin, BIN_RESPONSE);
    return;
  }
  const [rule] = checkDefaultResponse(rules, bin, changed);
  if (rule) await asConflict(() => rules.put(rule, 'api'));
}

/** @throws OperationError `invalid` with a pointer to each member that is not valid. */
export function checkDefaultResponse(rules: RuleSet, bin: string, { response, every_path }: DefaultResponse) {
  const rule: RuleInput = {
    id: BIN_RESPONSE,
    bin,
    ...(!every_path && { match: { path: '/' } }),
    respond: response,
    priority: LAST,
    note: 'The default response of the bin.',
  };
  return normalizeRules(rules, rule);
}

/** The lowest priority: every other rule of the bin comes first. */
const LAST = -1000;
