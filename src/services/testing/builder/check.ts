import { HttpError, notFound } from '../../../http/message/errors.ts';
import { parseTarget, type Target } from '../../../http/message/target.ts';
import { decodePairs } from '../../../http/routing/parameters.ts';
import { parsePairs } from '../../../http/syntax/query.ts';
import { limitParameters, parseLimit } from '../../../labs/limit/directives.ts';
import { RateLimit } from '../../../labs/limit/rate-limit.ts';
import { checkDefinition } from '../../../labs/limit/run.ts';
import { checkSource } from '../../../labs/sequence/answer.ts';
import { planOf, toDefinition } from '../../../labs/sequence/definition.ts';
import { parseUrlForm, readUrlForm } from '../../../labs/sequence/url-form.ts';
import {
  composeParameters,
  type DirectivePairs,
  type Directives,
  pathDirectives,
} from '../../../responses/composition/directives.ts';
import { parseDirectives } from '../../../responses/composition/parse.ts';
import { type Limits, toPlan } from '../../../responses/composition/to-plan.ts';
import { checkFault, type FaultSubject } from '../../../responses/plan/fault-problem.ts';
import type { TestingContext } from '../context.ts';
import type { TargetProblem } from './composition.ts';

type CheckContext = Limits & Pick<TestingContext, 'labs'>;

/** Checks a target without a response and without an attempt. Undefined for a valid one. */
export function checkTarget(
  text: string,
  request: FaultSubject,
  context: CheckContext,
): TargetProblem | undefined {
  const target = parseTarget(text);
  const [, lab, key = ''] = target.path.split('/');
  switch (lab) {
    case 'compose':
      return problemOf(() => checkResponse(composeDirectivesOf(target), request, context));
    case 'sequence':
      return (
        problemOf(() => checkKey('sequences', 'sequence', key, context)) ??
        checkSteps(target, request, context) ??
        problemOf(() => checkSource(key, readUrlForm(target).source, context))
      );
    case 'limit':
      return problemOf(() => {
        checkKey('limits', 'limit', key, context);
        const directives = decodePairs(limitParameters, pathDirectives(target, 2), true);
        const { definition } = parseLimit(directives);
        checkResponse(directives, request, context);
        const known = context.labs.state.find('limit', key)?.value;
        if (known instanceof RateLimit) checkDefinition(key, known, definition);
      });
    default:
      return problemOf(() => {
        throw notFound();
      });
  }
}

function composeDirectivesOf(target: Target): Directives {
  const pairs = target.path === '/compose' ? parsePairs(target.query ?? '') : pathDirectives(target);
  return decodePairs(composeParameters, pairs, true);
}

function checkResponse(directives: Directives, request: FaultSubject, context: CheckContext): void {
  checkFault(toPlan(parseDirectives(directives), context), request, context.maxDuration);
}

function checkKey(
  name: CheckContext['enabledLabs'][number],
  lab: string,
  key: string,
  { enabledLabs, labs }: CheckContext,
): void {
  if (!enabledLabs.includes(name)) throw notFound();
  labs.state.find(lab, key);
}

function checkSteps(target: Target, request: FaultSubject, context: CheckContext): TargetProblem | undefined {
  let steps: DirectivePairs[] = [];
  const check = (words: readonly DirectivePairs[]) => {
    const definition = toDefinition(words, context);
    for (const { directives } of definition.steps)
      checkFault(planOf(directives, context), request, context.maxDuration);
  };
  const problem = problemOf(() => {
    steps = parseUrlForm(readUrlForm(target).source);
    check(steps);
  });
  if (!problem) return undefined;
  const index = steps.findIndex((step) => problemOf(() => check([step])) !== undefined);
  return { ...problem, step: index < 0 ? null : index + 1 };
}

function problemOf(check: () => void): TargetProblem | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const directives = error.problems.map(({ name, message }) => ({ name, message }));
    return { message: error.message, step: null, directives };
  }
}
