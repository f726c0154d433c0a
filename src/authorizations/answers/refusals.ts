import { Type } from 'typebox';
import type { Description } from '../../http/endpoint.ts';

/** What an endpoint declares of its refusals. */
export function refusals(...statuses: readonly (400 | 401 | 403 | 404 | 422)[]): Description['responses'] {
  return Object.fromEntries(
    statuses.map((status) => [status, status === 422 ? ValidationError : BasicError]),
  );
}

/** What it declares of 304. */
export const copyIsCurrent = 'Your copy is current.';

const BasicError = Type.Object({
  message: Type.String(),
  documentation_url: Type.String({ format: 'uri' }),
});

const ValidationError = Type.Object({
  message: Type.String(),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        resource: Type.String(),
        code: Type.String(),
        field: Type.String(),
        message: Type.Optional(Type.String()),
      }),
    ),
  ),
  documentation_url: Type.String({ format: 'uri' }),
});
