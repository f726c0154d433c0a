/** The content of a response of the control API without numbers of entries, times, connections and what names a process. */
export function toComparable(text: string): unknown {
  if (!text.startsWith('{')) return text;
  return JSON.parse(
    text
      .replace(/#\d+/g, '#')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1')
      .replace(/, [\d.]+ m?s ago/g, ''),
    (key, value) => (VOLATILE.has(key) || (key === 'id' && typeof value === 'number') ? undefined : value),
  );
}

const VOLATILE: ReadonlySet<string> = new Set([
  'next',
  'startedAt',
  'ms',
  'connection',
  'worker',
  'headers',
  'body',
  'request_id',
  'instance',
  'created_at',
  'first_at',
  'last_at',
  'recent',
]);
