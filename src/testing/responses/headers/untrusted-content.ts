import type { Field, Fields } from '#http/syntax/fields.ts';

const SANDBOX: Field = ['Content-Security-Policy', 'sandbox'];

/** Headers for content from clients: prevent type sniffing, and isolate the content from the origin without scripts. */
export const UNTRUSTED_CONTENT: Fields = [['X-Content-Type-Options', 'nosniff'], SANDBOX];

const INERT_TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/octet-stream',
  'application/problem+json',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/csv',
  'text/event-stream',
  'text/plain',
]);

/** The fields for content of these types, which a client or a test has chosen. */
export function contentSafety(types: readonly string[]): Fields {
  return types.length > 0 && types.every(isInertType) ? NOSNIFF : UNTRUSTED_CONTENT;
}

/** The fields for content that browsers may run. */
export function withoutSandbox(fields: Fields): Fields {
  return fields.filter((field) => field !== SANDBOX);
}

const NOSNIFF: Fields = [['X-Content-Type-Options', 'nosniff']];

/** Whether browsers never run content of this type as a page or script, given `nosniff`. */
function isInertType(type: string): boolean {
  const [essence = ''] = type.split(';');
  return INERT_TYPES.has(essence.trim().toLowerCase());
}
