import { hideMembers } from './hidden-members.ts';
import { showFrames, userFrames } from './user-frames.ts';

export interface UsageErrorOptions extends ErrorOptions {
  /** The system error code, such as EADDRINUSE. */
  readonly code?: string;
}

/**
 * Invalid input of the user, described in one sentence. The command ends with exit code 2. Its stack begins at the call of
 * the library.
 */
export class UsageError extends Error {
  declare name: 'UsageError';
  declare readonly code?: string;

  constructor(message: string, { code, ...options }: UsageErrorOptions = {}) {
    super(message, options);
    if (code !== undefined) Object.assign(this, { code });
    hideMembers(this, { name: 'UsageError' });
    showFrames(this, userFrames(UsageError));
  }
}

/** Quotes text for messages: on one line, and shortened to 60 characters. */
export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return JSON.stringify(short).replace(/[\x7f-\x9f\u2028\u2029]/g, '?');
}
