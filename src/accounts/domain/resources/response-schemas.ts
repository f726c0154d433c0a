import { type TSchema, type TSchemaOptions, Type } from 'typebox';
import type { ResponseDeclarations } from '#http/message/response.ts';

/** The schema of a member that may be null. */
export function orNull<Schema extends TSchema>(schema: Schema, options?: TSchemaOptions) {
  return Type.Union([schema, Type.Null()], options);
}

const DESCRIPTIONS = {
  400: 'The body is not a JSON object.',
  401: 'Credentials are missing or wrong.',
  403: 'The credentials do not suffice, or a limit is reached.',
  404: 'The resource does not exist, or the caller may not see it.',
  422: 'The body is invalid.',
} as const;

/** The errors that an endpoint declares. */
export function errorResponses(...statuses: readonly (keyof typeof DESCRIPTIONS)[]): ResponseDeclarations {
  return Object.fromEntries(statuses.map((status) => [status, DESCRIPTIONS[status]]));
}

/** The description of a response 304. */
export const notModified = 'Not modified.';

/** The JSON of an error. */
export const ErrorBody = Type.Object(
  {
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
  },
  { title: 'ApiError', description: 'An error.' },
);

/** The JSON of a brownout or of the removed API, where the lifecycle has a body of its own. */
export const ConfiguredError = Type.Record(Type.String(), Type.Unknown(), {
  title: 'ConfiguredError',
  description: 'The body that a phase of the lifecycle configures.',
});
