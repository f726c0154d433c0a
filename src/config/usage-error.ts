/** Something was typed, set or written wrongly: one sentence for whoever did it. The command ends with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
