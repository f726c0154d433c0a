import { type Static, Type } from 'typebox';
import type { PhaseName } from '#accounts/domain/lifecycle/schedule-data.ts';
import { presetNames } from '#accounts/domain/lifecycle/schedule-presets.ts';
import { InputError } from '#http/message/input-error.ts';
import { parseTimestamp, timestampExpectation } from '#http/syntax/timestamp.ts';
import { inputOf, NO_INPUT, operation } from '../declaration/operation.ts';
import { OperationError } from '../state/errors.ts';

export const Phase = Type.Unsafe<Static<typeof PhaseName>>(
  Type.String({ description: 'supported, deprecated, brownout or removed' }),
);
const TimestampOrNull = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const CallDescription = Type.Object({
  is_answered: Type.Boolean({
    description: 'Whether calls succeed; if not, the other members are their error.',
  }),
  status: Type.Union([Type.Integer(), Type.Null()]),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String(), Type.Null()], {
    description: 'An object is sent as JSON, a text as HTML.',
  }),
});

export const PhaseDescription = Type.Object({
  phase: Phase,
  from: TimestampOrNull,
  until: TimestampOrNull,
  status: Type.Union([Type.Integer(), Type.Null()]),
});

export const FamilyDescription = Type.Object({
  phase: Phase,
  from: TimestampOrNull,
  until: TimestampOrNull,
  call: CallDescription,
  next: Type.Union([Type.Object({ at: Type.String({ format: 'date-time' }), phase: Phase }), Type.Null()]),
  calendar: Type.Array(PhaseDescription),
});

export const Preset = Type.Union(presetNames.map((name) => Type.Literal(name)));

/** The state of the deprecated interface at a time. */
export const LifecycleView = Type.Object({
  at: Type.String({ format: 'date-time' }),
  schedule: Type.String({ description: 'The name of a preset, or custom.' }),
  authorizations: FamilyDescription,
  path_tokens: FamilyDescription,
  password: CallDescription,
});

export const readLifecycle = operation({
  name: 'lifecycle.read',
  summary: 'Returns the phase of the deprecated interface, now or at another time.',
  input: inputOf({
    at: Type.Optional(
      Type.String({ maxLength: 40, description: 'A timestamp, such as 2020-11-13T16:00:00Z.' }),
    ),
  }),
  output: LifecycleView,
  http: {
    route: 'GET /_sparring/lifecycle',
    tag: 'Time',
    examples: [
      { title: 'Now', path: '/_sparring/lifecycle', status: 200 },
      {
        title: 'At the time of the removal',
        path: '/_sparring/lifecycle?at=2020-11-13T16:00:00Z',
        status: 200,
      },
      { title: 'A time that is not one', path: '/_sparring/lifecycle?at=soon', status: 400 },
    ],
  },
  run({ at }, { runtime, lifecycle }) {
    const time = at === undefined ? runtime.now() : parseTimestamp(at);
    if (time === undefined) throw new InputError('at', `must be ${timestampExpectation}`);
    return lifecycle.describe(time);
  },
});

export const replaceLifecycle = operation({
  name: 'lifecycle.replace',
  summary: 'Sets the schedule of the lifecycle: a preset, or a custom schedule.',
  input: inputOf({
    preset: Type.Optional(Type.Unknown({ description: `One of ${presetNames.join(', ')}.` })),
    phases: Type.Optional(Type.Unknown({ description: 'A list of phases, as in a schedule file.' })),
    path_tokens: Type.Optional(
      Type.Unknown({ description: 'The phases of the endpoints with the token in their path.' }),
    ),
    deprecation_format: Type.Optional(
      Type.Unknown({
        description: 'The date in `Deprecation`: `http-date` as GitHub sent it in 2020, or `rfc-9745`.',
      }),
    ),
  }),
  output: LifecycleView,
  http: {
    route: 'PUT /_sparring/lifecycle',
    tag: 'Time',
    examples: [
      {
        title: 'The schedule of GitHub',
        path: '/_sparring/lifecycle',
        body: '{"preset":"github"}',
        status: 200,
      },
      {
        title: 'A schedule with two phases',
        path: '/_sparring/lifecycle',
        body: '{"phases":[{"phase":"deprecated"},{"phase":"removed","from":"2030-01-01","status":410}]}',
        status: 200,
      },
      {
        title: 'A preset that is misspelt',
        path: '/_sparring/lifecycle',
        body: '{"preset":"githup"}',
        status: 422,
      },
    ],
  },
  async run({ preset, ...phases }, { lifecycle }) {
    if (preset !== undefined && Object.keys(phases).length > 0)
      throw new OperationError('invalid', 'The body must have either preset or phases, not both.');
    // Loaded on demand: the validation takes longer to load than all modules of a start.
    const { parseGivenSchedule } = await import('../../seed/schedule.ts');
    return lifecycle.replace(parseGivenSchedule(preset ?? phases));
  },
});

export const resetLifecycle = operation({
  name: 'lifecycle.reset',
  summary: 'Restores the schedule that the server started with.',
  input: NO_INPUT,
  output: LifecycleView,
  http: {
    route: 'DELETE /_sparring/lifecycle',
    tag: 'Time',
    examples: [{ path: '/_sparring/lifecycle', status: 200 }],
  },
  run: (_input, { lifecycle }) => lifecycle.reset(),
});
