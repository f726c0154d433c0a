import { Type } from 'typebox';

const Phase = Type.String({ description: 'supported, deprecated, brownout or removed' });
const TimestampOrNull = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

const CallView = Type.Object({
  is_answered: Type.Boolean({
    description: 'Whether calls succeed; if not, the other members are their error.',
  }),
  status: Type.Union([Type.Integer(), Type.Null()]),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String(), Type.Null()], {
    description: 'An object is sent as JSON, a text as HTML.',
  }),
});

const FamilyView = Type.Object({
  phase: Phase,
  from: TimestampOrNull,
  until: TimestampOrNull,
  call: CallView,
  next: Type.Union([Type.Object({ at: Type.String({ format: 'date-time' }), phase: Phase }), Type.Null()]),
  calendar: Type.Array(
    Type.Object({
      phase: Phase,
      from: TimestampOrNull,
      until: TimestampOrNull,
      status: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
});

/** The state of the deprecated interface at a time. */
export const LifecycleView = Type.Object({
  at: Type.String({ format: 'date-time' }),
  schedule: Type.String({ description: 'The name of a preset, or custom.' }),
  authorizations: FamilyView,
  path_tokens: FamilyView,
  password: CallView,
});
