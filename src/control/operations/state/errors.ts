/** Why an operation fails, other than by invalid input. Each surface maps the codes once. */
export type ErrorCode =
  /** The named resource does not exist. */
  | 'notFound'
  /** The state of the server does not permit the operation. */
  | 'conflict'
  /** The input matches its schema and is invalid all the same. */
  | 'invalid'
  /** The configuration of the server does not permit the operation. */
  | 'unsupported'
  /** A limit of concurrent operations is reached. */
  | 'unavailable'
  /** The requests that the caller expects did not come. */
  | 'unmatched';

/** A sentence in the words of each surface. */
export interface Sentences {
  readonly http: string;
  readonly library: string;
}

export interface OperationErrorOptions extends ErrorOptions {
  /** What a program can read: further members of the problem details (RFC 9457 §3.2). */
  readonly details?: object;
}

/** The failure of an operation, as a sentence for the caller. */
export class OperationError extends Error {
  override name = 'OperationError';
  readonly code: ErrorCode;
  readonly details: object | undefined;
  readonly #sentences: Sentences;

  constructor(
    code: ErrorCode,
    sentence: string | Sentences,
    { details, ...options }: OperationErrorOptions = {},
  ) {
    const sentences = typeof sentence === 'string' ? { http: sentence, library: sentence } : sentence;
    super(sentences.http, options);
    this.code = code;
    this.details = details;
    this.#sentences = sentences;
  }

  messageFor(surface: keyof Sentences): string {
    return this.#sentences[surface];
  }
}

export const notFound = (sentence: string) => new OperationError('notFound', sentence);
