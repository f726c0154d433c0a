import { type Static, Type } from 'typebox';
import { reasonPhrase } from '../transport/node-http.ts';
import type { HttpError } from './errors.ts';

/** An error for programs (RFC 9457). */
export const ProblemDetails = Type.Object(
  {
    type: Type.Literal('about:blank'),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          in: Type.String({ description: '`path`, `query`, `header` or `body`' }),
          name: Type.String(),
          keyword: Type.String({ description: 'The JSON Schema keyword that failed.' }),
          message: Type.String(),
          start: Type.Optional(
            Type.Integer({ description: 'The index of the first character that is invalid, in a text.' }),
          ),
          end: Type.Optional(
            Type.Integer({ description: 'The index after the last character that is invalid.' }),
          ),
        }),
      ),
    ),
  },
  { title: 'ProblemDetails', description: 'An error (RFC 9457).' },
);

export type ProblemDetails = Static<typeof ProblemDetails>;

export function toProblemDetails({ status, message, problems, members }: HttpError): ProblemDetails {
  return {
    type: 'about:blank',
    title: reasonPhrase(status),
    status,
    detail: message,
    ...(problems.length > 0 && { errors: [...problems] }),
    ...members,
  };
}
