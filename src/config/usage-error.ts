export interface UsageErrorOptions extends ErrorOptions {
  /** The code of the system, such as EADDRINUSE. */
  readonly code?: string;
}

/** Something was typed, set or written wrongly: one sentence for whoever did it. The command ends with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
  declare readonly code?: string;

  constructor(message: string, { code, ...options }: UsageErrorOptions = {}) {
    super(message, options);
    if (code !== undefined) Object.assign(this, { code });
  }
}

/** Text in a sentence: on one line, and not longer than one reads. */
export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return JSON.stringify(short).replace(/[\x7f-\x9f\u2028\u2029]/g, '?');
}
