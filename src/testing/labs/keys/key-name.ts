import { invalidInput } from '#http/errors/errors.ts';

/** The name of a key. */
export const KEY_PATTERN = '^[A-Za-z0-9._~-]{1,64}$';
const KEY = new RegExp(KEY_PATTERN);

/** @returns the name. @throws HttpError 400 */
export function checkKeyName(key: string): string {
  if (KEY.test(key)) return key;
  const message = 'must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens';
  throw invalidInput([{ in: 'path', name: 'key', keyword: 'pattern', message }]);
}
