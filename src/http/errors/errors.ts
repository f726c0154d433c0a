import type { Fields } from '../syntax/fields.ts';

/** One problem of one input. */
export interface Problem {
  /** The place of the input. */
  in: 'path' | 'query' | 'header' | 'body';
  /** The name of the parameter, field or member; empty for the whole body. */
  name: string;
  /** The JSON Schema keyword that failed, such as `type`, `required` or `maxLength`. */
  keyword: string;
  message: string;
  /** The part of the text that is invalid: the index of its first character, and the index after its last one. */
  start?: number;
  end?: number;
}

export interface HttpErrorOptions {
  /** Fields of the response, after those of the service. */
  fields?: Fields;
  problems?: readonly Problem[];
  /** For the log only; never sent. */
  detail?: string;
  /** Data for the error renderer of the service. */
  extra?: unknown;
  /** Further members of the problem details (RFC 9457 §3.2). */
  members?: object | undefined;
  cause?: unknown;
}

/** An error with an HTTP status. Each service renders it in its own format. */
export class HttpError extends Error {
  readonly status: number;
  readonly fields: Fields;
  readonly problems: readonly Problem[];
  readonly detail: string | undefined;
  readonly extra: unknown;
  readonly members: object | undefined;

  constructor(status: number, message: string, options: HttpErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HttpError';
    this.status = status;
    this.fields = options.fields ?? [];
    this.problems = options.problems ?? [];
    this.detail = options.detail;
    this.extra = options.extra;
    this.members = options.members;
  }
}

export const notFound = () => new HttpError(404, 'Nothing is served at this path.');

export const methodNotAllowed = (allow: string) =>
  new HttpError(405, `This path supports ${allow}.`, { fields: [['Allow', allow]] });

export const tunnelNotServed = () => new HttpError(501, 'CONNECT is not supported.');

export const bodyTooLarge = (limit: number) =>
  new HttpError(413, `The body is larger than ${limit} bytes, the maximum for this path.`, {
    // The unread rest of the body precedes the next request (RFC 9110 §15.5.14).
    fields: [['Connection', 'close']],
  });

export const bodyMemoryExhausted = () =>
  new HttpError(503, 'The memory for request bodies is exhausted. Repeat the request later.', {
    fields: [
      ['Retry-After', '1'],
      ['Connection', 'close'],
    ],
  });

export const invalidInput = (problems: readonly Problem[]) =>
  new HttpError(400, problems.map((problem) => `${problem.name || 'body'}: ${problem.message}`).join('; '), {
    problems,
  });

/** Content and fields of an error response, with `Content-Type`. */
export interface ErrorResponse {
  readonly fields: Fields;
  readonly content: string;
}
