import { Type } from 'typebox';

/** A refusal (RFC 9457). */
export const ProblemView = Type.Object({
  type: Type.Literal('about:blank'),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        in: Type.String({ description: 'path, query or body' }),
        name: Type.String(),
        keyword: Type.String(),
        message: Type.String(),
      }),
    ),
  ),
});
