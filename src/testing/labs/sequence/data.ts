import { type Static, Type } from 'typebox';
import { StepForm } from '../../responses/composition/json-form.ts';

const {
  file: _file,
  template: _template,
  sandbox: _sandbox,
  validators: _validators,
  ...members
} = StepForm.properties;

/** A step as an object of directives. Its parser checks it, as it checks a step in a path. */
export const SequenceStep = Type.Object(members, { additionalProperties: false });

export type SequenceStep = Static<typeof SequenceStep>;

/** The schema of a step as an object, before its directives are parsed. */
export const StepObject = Type.Unsafe<SequenceStep>(
  Type.Record(Type.String(), Type.Unknown(), { description: 'an object of directives' }),
);

/** A sequence as data, for `PUT /sequence/{key}`, seed files and the library. */
export const SequenceData = Type.Object(
  {
    steps: Type.Array(
      Type.Union([Type.String(), StepObject], {
        description:
          'a step: directives as in the path, such as status=503/times=2, or an object of directives, such as { status: 503, times: 2 }',
      }),
      { minItems: 1, maxItems: 64, description: 'a list of 1 to 64 steps' },
    ),
    after: Type.Optional(
      Type.Union([Type.Literal('last'), Type.Literal('first'), Type.Literal('gone')], {
        description: 'last, first or gone',
      }),
    ),
    by: Type.Optional(
      Type.String({
        description: 'key, path, connection, header:NAME, idempotency or idempotency,replay',
      }),
    ),
  },
  { additionalProperties: false, description: 'an object with steps, after and by' },
);

export type SequenceData = Static<typeof SequenceData>;
