import { type InputProblem, InvalidInputError } from '#http/message/input-problem.ts';
import type { Path } from '#http/message/validation.ts';
import type { Limits } from '../../responses/composition/compose-plan.ts';
import { problemsOfComposition } from '../../responses/composition/composed-response.ts';
import { type DirectivePairs, parseDirectivePairs } from '../../responses/composition/directives.ts';
import { toPairs } from '../../responses/composition/json-form.ts';
import type { SequenceData } from './data.ts';
import { checkStep, type Definition, parseDefinition } from './definition.ts';

const MAX_SIZE = 64 * 1024;

/** The definition of data that match their schema. @throws InvalidInputError for invalid steps, and above 64 KiB. */
export function parseJsonForm(data: SequenceData, limits: Limits): Definition {
  const problems: InputProblem[] = [];
  const read = <Result>(at: Path, isText: boolean, parse: () => Result): Result | undefined => {
    try {
      return parse();
    } catch (error) {
      for (const { path, message } of problemsOfComposition(error))
        problems.push(
          isText ? { path: at, message: [...path, message].join(' ') } : { path: [...at, ...path], message },
        );
      return undefined;
    }
  };
  const words = data.steps.map((step, index) => {
    const isText = typeof step === 'string';
    return read(['steps', index], isText, () => (isText ? parseText(step) : toPairs(step))) ?? [];
  });
  for (const name of ['after', 'by'] as const) {
    const value = data[name];
    if (value !== undefined) words[0]?.push([name, value]);
  }
  const size = words.flat().reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > MAX_SIZE) problems.push({ path: ['steps'], message: 'must not be longer than 64 KiB' });
  if (problems.length === 0)
    for (const [index, pairs] of words.entries())
      read(['steps', index], typeof data.steps[index] === 'string', () => checkStep(pairs, limits));
  const definition =
    problems.length === 0 ? read([], false, () => parseDefinition(words, limits)) : undefined;
  if (!definition) throw new InvalidInputError(problems);
  return definition;
}

/** A step in the syntax of the path. */
function parseText(step: string): DirectivePairs {
  return parseDirectivePairs(step.split('/'));
}
