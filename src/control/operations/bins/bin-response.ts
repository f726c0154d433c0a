import type { NormalizedRule, RuleEffects, RuleInput } from '#rules/rule.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import { normalizeRules } from '../state/normalize-rules.ts';

/** The ID of the rule that is the default response of a bin. */
export const BIN_RESPONSE = 'bin-response';

/** What a bin responds with, unless another rule takes the request. */
export interface DefaultResponse {
  readonly response: NonNullable<RuleInput['respond']>;
  /** Whether requests to all paths get it; otherwise, those to the root of the bin. */
  readonly every_path: boolean;
}

/** The default response of a bin, which is a rule of the bin after all others. Undefined without one. */
export function readDefaultResponse(
  rule:
    | (Pick<NormalizedRule, 'match'> & { readonly respond?: RuleEffects['respond'] | undefined })
    | undefined,
): DefaultResponse | undefined {
  if (rule?.respond === undefined) return undefined;
  return { response: rule.respond, every_path: rule.match.path === undefined };
}

/** @throws OperationError `invalid` with a pointer to each member that is not valid. */
export function buildDefaultRule(
  rules: Pick<RuleSet, 'normalize'>,
  bin: string,
  { response, every_path }: DefaultResponse,
): NormalizedRule | undefined {
  const rule: RuleInput = {
    id: BIN_RESPONSE,
    bin,
    ...(!every_path && { match: { path: '/' } }),
    respond: response,
    priority: LAST,
    note: 'The default response of the bin.',
  };
  return normalizeRules(rules, rule)[0];
}

/** The lowest priority: every other rule of the bin comes first. */
const LAST = -1000;
