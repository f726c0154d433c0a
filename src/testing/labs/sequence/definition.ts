import { Type } from 'typebox';
import { HttpError, invalidInput } from '#http/errors/errors.ts';
import { compileParameters, decodePairs } from '#http/routing/parameters.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import { planOf } from '../../responses/composition/composed-response.ts';
import type { DirectivePairs } from '../../responses/composition/directives.ts';
import { OPEN_TIME, parseOpenTime } from '../../responses/syntax/open-time.ts';
import { type CallerRule, parseCallerRule } from './callers.ts';

const MAX_STEPS = 64;
const MAX_TIMES = 1000;

/** Words of a step that `/compose` does not have. */
export const stepWords = {
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TIMES })),
  open: Type.Optional(Type.String()),
};

/** Words of the whole sequence, which any step may have. */
export const sequenceWords = {
  after: Type.Optional(Type.Enum(['last', 'first', 'gone'])),
  by: Type.Optional(Type.String()),
};

const stepParameters = compileParameters(stepWords);
const sequenceParameters = compileParameters(sequenceWords);

/** One answer of a sequence. */
export interface Step {
  /** Number of attempts that get the step. */
  readonly times: number;
  /** Milliseconds for which attempts get the step, by the clock of the server; then `times` does not count. */
  readonly open: number | undefined;
  /** Directives of `/compose`. */
  readonly directives: DirectivePairs;
}

/** The steps of a sequence, and who gets them. */
export interface Definition {
  readonly steps: readonly Step[];
  /** What an attempt after the last step gets: this step again, the first one, or 410. */
  readonly after: 'last' | 'first' | 'gone';
  readonly callers: CallerRule;
}

/**
 * Checks the words of all steps.
 * @throws HttpError 400 with the number of the first invalid step.
 */
export function parseDefinition(words: readonly DirectivePairs[], limits: Limits): Definition {
  if (words.length > MAX_STEPS) throw invalid('steps', `must be at most ${MAX_STEPS} steps`);
  const selected = words.flat().filter(([name]) => Object.hasOwn(sequenceWords, name));
  const { after = 'last', by } = decodePairs(sequenceParameters, selected, true);
  const steps = words.map((pairs, index) => inStep(index + 1, () => parseStep(pairs, limits)));
  return { steps, after, callers: parseCallerRule(by) };
}

/** @throws HttpError as `parseDefinition`. */
export function checkStep(pairs: DirectivePairs, limits: Limits): void {
  parseStep(pairs, limits);
}

function parseStep(pairs: DirectivePairs, limits: Limits): Step {
  const selected = pairs.filter(([name]) => Object.hasOwn(stepWords, name));
  const directives = pairs.filter(
    ([name]) => !Object.hasOwn(stepWords, name) && !Object.hasOwn(sequenceWords, name),
  );
  const { times, open } = decodePairs(stepParameters, selected, true);
  if (times !== undefined && open !== undefined) throw invalid('open', 'cannot be combined with times');
  const milliseconds = open === undefined ? undefined : parseOpenTime(open);
  if (open !== undefined && milliseconds === undefined) throw invalid('open', OPEN_TIME);
  planOf(directives, limits);
  return { times: times ?? 1, open: milliseconds, directives };
}

function inStep<Result>(number: number, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, message, problems } = error;
    throw new HttpError(status, `Step ${number}: ${message}`, { problems });
  }
}

function invalid(name: string, message: string): HttpError {
  return invalidInput([{ in: 'path', name, keyword: 'format', message }]);
}
