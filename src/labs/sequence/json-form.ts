import { HttpError } from '../../http/message/errors.ts';
import { type DirectivePairs, toDirectivePairs } from '../../responses/composition/directives.ts';
import { toPairs } from '../../responses/composition/json-form.ts';
import type { Limits } from '../../responses/composition/to-plan.ts';
import type { SequenceData } from './data.ts';
import { type Definition, toDefinition } from './definition.ts';

const MAX_SIZE = 64 * 1024;

/** The definition of data that match their schema. @throws HttpError 400 for an invalid step, and above 64 KiB. */
export function parseJsonForm(data: SequenceData, limits: Limits): Definition {
  const words = data.steps.map((step) => (typeof step === 'string' ? parseText(step) : toPairs(step)));
  for (const name of ['after', 'by'] as const) {
    const value = data[name];
    if (value !== undefined) words[0]?.push([name, value]);
  }
  const size = words.flat().reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > MAX_SIZE) throw new HttpError(400, 'The steps are longer than 64 KiB.');
  return toDefinition(words, limits);
}

/** A step in the syntax of the path. */
function parseText(step: string): DirectivePairs {
  return toDirectivePairs(step.split('/'));
}
