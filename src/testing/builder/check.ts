import { notFound } from '#http/errors/errors.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { parseTarget, type Target } from '#http/syntax/target.ts';
import { checkKeyName } from '../labs/keys/key-name.ts';
import { problemOf, type TargetProblem, toProblem } from '../labs/keys/target-problem.ts';
import type { TestingContext } from '../request/context.ts';
import { composePlan, type Limits } from '../responses/composition/compose-plan.ts';
import { composeParameters, pathDirectives } from '../responses/composition/directives.ts';
import { parseDirectives } from '../responses/composition/parse.ts';
import { checkFault, type FaultSubject } from '../responses/plan/fault-problem.ts';

/** Checks a target without a response and without an attempt. Undefined for a valid one. */
export async function checkTarget(
  text: string,
  request: FaultSubject,
  context: Limits & Pick<TestingContext, 'labs'>,
): Promise<TargetProblem | undefined> {
  const target = parseTarget(text);
  const [, name, key = ''] = target.path.split('/');
  if (name === 'compose') return problemOf(() => checkCompose(target, request, context));
  const { labs, enabledLabs } = context;
  const lab = labs.all.find((each) => each.name === name && enabledLabs.includes(each.setting));
  try {
    if (!lab?.builder) throw notFound();
    checkKeyName(key);
    const built = { target, request, limits: context };
    const problem = lab.builder.check(built);
    if (problem) return problem;
    await labs.checkRequest(lab.name, key, lab.builder.toRequest(built));
    return undefined;
  } catch (error) {
    return toProblem(error);
  }
}

function checkCompose(target: Target, request: FaultSubject, limits: Limits): void {
  const pairs = target.path === '/compose' ? parsePairs(target.query ?? '') : pathDirectives(target);
  const directives = decodePairs(composeParameters, pairs, true);
  checkFault(composePlan(parseDirectives(directives), limits), request, limits.maxDuration);
}
