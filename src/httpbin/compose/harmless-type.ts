const HARMLESS: ReadonlySet<string> = new Set([
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

/** Whether content of this type never runs as a page or a script, given that nobody guesses another (nosniff). */
export function isHarmlessType(type: string): boolean {
  const [essence = ''] = type.split(';');
  return HARMLESS.has(essence.trim().toLowerCase());
}
