import { keywordOf } from '#http/routing/coercion.ts';
import { planOf } from '../../responses/composition/composed-response.ts';
import type { DirectivePairs } from '../../responses/composition/directives.ts';
import { checkFault } from '../../responses/plan/fault-problem.ts';
import { MAX_OPEN_SECONDS } from '../../responses/syntax/open-time.ts';
import type { BuiltTarget, LabBuilder } from '../keys/lab.ts';
import { problemOf, type TargetProblem } from '../keys/target-problem.ts';
import { SEQUENCE_CALLER_RULES } from './callers.ts';
import { parseDefinition, sequenceWords, stepWords } from './definition.ts';
import { buildSequenceRequest } from './respond.ts';
import { parseUrlForm, readUrlForm } from './url-form.ts';

const AFTER = { last: 'repeat the last step', first: 'start again', gone: 'respond with 410' } as const;

export const sequenceBuilder: LabBuilder = {
  label: 'Sequence',
  title: 'Sequence',
  settings({ input, select, datalist }) {
    const after = sequenceWords.after.enum.map((value) => [value, `${value}: ${AFTER[value]}`] as const);
    return [
      select('after', 'After the last step', [['', 'last, the default'], ...after]),
      input('by', 'Same caller', 'Each caller gets the steps from the first one on', {
        list: 'callers',
        placeholder: 'key',
      }),
      datalist('callers', SEQUENCE_CALLER_RULES),
    ];
  },
  step({ input }) {
    const bound = (name: 'minimum' | 'maximum') => String(keywordOf(stepWords.times, name));
    return [
      input('times', 'Times', 'Attempts that get the step', {
        type: 'number',
        min: bound('minimum'),
        max: bound('maximum'),
        placeholder: '1',
      }),
      input('open', 'Open', 'Seconds for which all attempts get the step, instead of a number', {
        type: 'number',
        min: 0,
        max: String(MAX_OPEN_SECONDS),
        step: 'any',
      }),
    ];
  },
  check,
  toRequest: ({ target, limits }) => buildSequenceRequest(target, { method: '', rawFields: [] }, limits),
};

function check({ target, request, limits }: BuiltTarget): TargetProblem | undefined {
  let steps: DirectivePairs[] = [];
  const checkWords = (words: readonly DirectivePairs[]) => {
    for (const { directives } of parseDefinition(words, limits).steps)
      checkFault(planOf(directives, limits), request, limits.maxDuration);
  };
  const problem = problemOf(() => {
    steps = parseUrlForm(readUrlForm(target).source);
    checkWords(steps);
  });
  if (!problem) return undefined;
  const index = steps.findIndex((step) => problemOf(() => checkWords([step])) !== undefined);
  return { ...problem, step: index < 0 ? null : index + 1 };
}
