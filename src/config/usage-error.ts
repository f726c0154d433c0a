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
