/** The adapter cannot be used: it does not start, its first line is missing or invalid, or it ends again and again. */
export class AdapterError extends Error {
  override readonly name = 'AdapterError';
}
