import { storeErrorToHttp } from '#accounts/domain/errors/errors.ts';
import { UsageError } from '#config/usage-error.ts';
import { HttpError } from '#http/errors/errors.ts';
import { formatMemberText, InputError } from '#http/message/input-error.ts';
import { InvalidInputError, invalidBody } from '#http/message/input-problem.ts';
import type { ResponseDeclarations } from '#http/message/response.ts';
import { formatPointer } from '#http/syntax/json-pointer.ts';
import { type ErrorCode, OperationError } from '../operations/state/errors.ts';

/** The status of each error of an operation. */
export const STATUSES = {
  unmatched: 408,
  notFound: 404,
  conflict: 409,
  invalid: 422,
  unsupported: 501,
  unavailable: 503,
} as const satisfies Readonly<Record<ErrorCode, number>>;

/** The HTTP error for an error of an operation or of the store. */
export function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof OperationError)
    return new HttpError(STATUSES[error.code], error.messageFor('http'), {
      cause: error,
      members: error.details,
      fields: error.code === 'unavailable' ? [['Retry-After', '1']] : [],
    });
  if (error instanceof UsageError) return new HttpError(422, error.message, { cause: error });
  if (error instanceof InvalidInputError) return invalidBody(error.problems);
  return error instanceof InputError ? toInvalidParameter(error, 'query') : storeErrorToHttp(error);
}

/** The error for input that matches its schema and is invalid all the same, in a JSON body; undefined for other errors. */
export function toInvalidBody(error: unknown): HttpError | undefined {
  if (error instanceof InputError)
    return invalidBody([{ path: error.path, message: error.problem, span: error.span }]);
  const isInvalid =
    error instanceof UsageError || (error instanceof OperationError && error.code === 'invalid');
  if (!isInvalid || (error instanceof OperationError && error.details)) return undefined;
  const { message } = error;
  const pointer = error instanceof UsageError ? formatPointer(error.path) : '';
  return new HttpError(422, message, { cause: error, members: { problems: [{ pointer, message }] } });
}

export function toInvalidParameter(
  { path, problem, message, span }: InputError,
  place: 'path' | 'query',
): HttpError {
  return new HttpError(400, message, {
    problems: [{ in: place, name: formatMemberText(path), keyword: 'format', message: problem, ...span }],
  });
}

const DESCRIPTIONS = {
  400: 'The request is malformed, or a parameter is invalid.',
  403: 'The caller is neither a program on this machine nor one with the control token.',
  404: 'The named resource does not exist.',
  408: 'The expected requests did not come.',
  409: 'The limit of kept resources is reached, the journal is off, or entries that matter are lost.',
  422: 'The body does not match its schema.',
  501: 'The user of PostgreSQL may not create schemas.',
  503: 'The database or another process of the server does not respond.',
} as const;

/** The errors of an endpoint, as problem details (RFC 9457). */
export function problems(...statuses: readonly (keyof typeof DESCRIPTIONS)[]): ResponseDeclarations {
  return Object.fromEntries(statuses.map((status) => [status, DESCRIPTIONS[status]]));
}
