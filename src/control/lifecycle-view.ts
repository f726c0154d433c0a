import { Type } from 'typebox';

const Phase = Type.String({ description: 'supported, deprecated, brownout or removed' });
const MomentOrNull = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

const CallView = Type.Object({
  is_answered: Type.Boolean({
    description: 'Whether calls are answered; if not, this is how they are refused.',
  }),
  status: Type.Union([Type.Integer(), Type.Null()]),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String(), Type.Null()], {
    description: 'An object is sent as JSON, a text as HTML.',
  }),
});

const FamilyView = Type.Object({
  phase: Phase,
  from: MomentOrNull,
  until: MomentOrNull,
  call: CallView,
  next: Type.Union([Type.Object({ at: Type.String({ format: 'date-time' }), phase: Phase }), Type.Null()]),
  calendar: Type.Array(
    Type.Object({
      phase: Phase,
      from: MomentOrNull,
      until: MomentOrNull,
      status: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
});

/** What happens at a moment to calls of the deprecated interface. */
export const LifecycleView = Type.Object({
  at: Type.String({ format: 'date-time' }),
  schedule: Type.String({ description: 'The name of a preset, or custom.' }),
  authorizations: FamilyView,
  path_tokens: FamilyView,
  password: CallView,
});
