import { notFound } from '#http/errors/errors.ts';
import { decodePairs } from '#http/routing/parameters.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { parseTarget, type Target } from '#http/syntax/target.ts';
import { previewComposition } from '../generation/preview.ts';
import { checkKeyName } from '../labs/keys/key-name.ts';
import { problemOf, type TargetProblem, toProblem } from '../labs/keys/target-problem.ts';
import type { TestingContext } from '../request/context.ts';
import { composePlan, type Limits } from '../responses/composition/compose-plan.ts';
import { composeParameters, pathDirectives } from '../responses/composition/directives.ts';
import { parseDirectives } from '../responses/composition/parse.ts';
import { checkFault, type FaultSubject } from '../responses/plan/fault-problem.ts';
import type { ResponsePlan } from '../responses/plan/response-plan.ts';
import type { ResponsePreview } from '../responses/send/preview-schema.ts';

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

/** The response to a valid target of `/compose`; undefined for any other target. */
export function previewTarget(
  text: string,
  context: Limits & Pick<TestingContext, 'runtime'>,
): ResponsePreview | undefined {
  const target = parseTarget(text);
  if (target.path.split('/')[1] !== 'compose') return undefined;
  return previewComposition(composeTarget(target, context), context.runtime);
}

function checkCompose(target: Target, request: FaultSubject, limits: Limits): void {
  checkFault(composeTarget(target, limits), request, limits.maxDuration);
}

function composeTarget(target: Target, limits: Limits): ResponsePlan {
  const pairs = target.path === '/compose' ? parsePairs(target.query ?? '') : pathDirectives(target);
  return composePlan(parseDirectives(decodePairs(composeParameters, pairs, true)), limits);
}
