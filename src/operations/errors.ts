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

/** What the caller can do, in the words of each surface. */
export interface Hints {
  readonly http: string;
  readonly library: string;
}

export interface OperationErrorOptions {
  readonly hints?: Hints;
  /** What a program can read: further members of the problem details (RFC 9457 §3.2). */
  readonly details?: object;
}

/** The failure of an operation, as a sentence for the caller. */
export class OperationError extends Error {
  override name = 'OperationError';
  readonly code: ErrorCode;
  readonly details: object | undefined;
  readonly #text: string;
  readonly #hints: Hints | undefined;

  constructor(code: ErrorCode, text: string, { hints, details }: OperationErrorOptions = {}) {
    super(hints ? `${text}.` : text);
    this.code = code;
    this.details = details;
    this.#text = text;
    this.#hints = hints;
  }

  /** The sentence, with the hint for the callers of a surface. */
  messageFor(surface: keyof Hints): string {
    return this.#hints ? `${this.#text}; ${this.#hints[surface]}.` : this.#text;
  }
}

export const notFound = (sentence: string) => new OperationError('notFound', sentence);
