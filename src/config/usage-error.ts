import type { Path } from '#http/message/validation.ts';
import { hideMembers } from './hidden-members.ts';
import { showFrames, userFrames } from './user-frames.ts';
/** What an error is about, for programs that start a server. */
export type ErrorKind = 'usage' | 'config' | 'seed' | 'tls' | 'stdin-closed';

export interface UsageErrorOptions extends ErrorOptions {
  readonly kind?: ErrorKind;
  /** The system error code, such as EADDRINUSE. */
  readonly code?: string;
  /** The path to the invalid member of data. */
  readonly path?: Path;
}

/**
 * Invalid input of the user, described in one sentence. The command ends with exit code 2. Its stack begins at the call of
 * the library.
 */
export class UsageError extends Error {
  declare name: 'UsageError';
  declare readonly code?: string;
  readonly #kind: ErrorKind | undefined;
  readonly #path: Path;

  constructor(message: string, { code, kind, path = [], ...options }: UsageErrorOptions = {}) {
    super(message, options);
    this.#kind = kind;
    this.#path = path;
    if (code !== undefined) Object.assign(this, { code });
    hideMembers(this, { name: 'UsageError' });
    showFrames(this, userFrames(UsageError));
  }

  /** Undefined unless the place that throws the error knows it. */
  get kind(): ErrorKind | undefined {
    return this.#kind;
  }

  /** Empty for an error of all data. */
  get path(): Path {
    return this.#path;
  }
}

/** Runs an action whose errors are about one thing. @throws UsageError of this kind, unless it has another one. */
export async function ofKind<Result>(kind: ErrorKind, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof UsageError) || error.kind !== undefined) throw error;
    throw new UsageError(error.message, {
      cause: error,
      kind,
      ...(error.code !== undefined && { code: error.code }),
    });
  }
}

/** Quotes text for messages: on one line, and shortened to 60 characters. */
export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return JSON.stringify(short).replace(/[\x7f-\x9f\u2028\u2029]/g, '?');
}
