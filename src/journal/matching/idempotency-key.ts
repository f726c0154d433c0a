import { HttpError } from '#http/errors/errors.ts';

const MAX_LENGTH = 255;
/** RFC 9651 §3.3.3. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;
const UNQUOTED = /^[!#-+\--~]+$/;

/**
 * The value of `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07): a string in quotation marks, or the same
 * without them. Null without the field.
 * @throws HttpError 400 for another value.
 */
export function parseIdempotencyKey(value: string | undefined): string | null {
  if (value === undefined) return null;
  const quoted = QUOTED.exec(value)?.[1]?.replace(/\\(["\\])/g, '$1');
  const key = quoted ?? (UNQUOTED.test(value) ? value : '');
  if (key !== '' && key.length <= MAX_LENGTH) return key;
  throw new HttpError(
    400,
    `Idempotency-Key must be one string of 1 to ${MAX_LENGTH} characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324".`,
  );
}
