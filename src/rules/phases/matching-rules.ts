import type { ActiveRule } from '../active-rule.ts';
import type { LiveRequest } from '../live-request.ts';
import type { RuleIndex } from '../rule-index.ts';
import type { RuleSet } from '../rule-set.ts';

/** The usable rules whose conditions for the head of the request hold, in the order of their use. */
export function findMatching(
  index: RuleIndex | null,
  request: LiveRequest,
  rules: Pick<RuleSet, 'isUsable' | 'report'>,
): readonly ActiveRule[] {
  if (index === null) return NONE;
  const candidates = index.candidates(index.hasBins ? request.bin : null, request.path);
  if (candidates.length === 0) return NONE;
  return candidates.filter(
    (rule) =>
      rules.isUsable(rule) &&
      testCode(rule, rules, () => rule.match.testHead(request)) &&
      (rule.takesPreflights || !request.isPreflight),
  );
}

const NONE: readonly ActiveRule[] = [];

/** Whether the conditions for the body hold. Reads the body for a rule that needs it. @throws HttpError */
export async function matchesBody(
  rule: ActiveRule,
  request: LiveRequest,
  rules: Pick<RuleSet, 'report'>,
): Promise<boolean> {
  if (!rule.needsBody) return true;
  await request.readBody(rule.stored.id);
  return testCode(rule, rules, () => rule.match.testBody(request));
}

/** Runs a test of a match. @throws HttpError 500 for an error of its code. */
function testCode(rule: ActiveRule, rules: Pick<RuleSet, 'report'>, test: () => boolean): boolean {
  if (!rule.stored.rule.code) return test();
  try {
    return test();
  } catch (error) {
    throw rules.report(rule, error);
  }
}
