import type { Field } from '../http/fields.ts';

/** A `Server-Timing` field of names and milliseconds (W3C Server Timing §2). */
export function serverTiming(durations: Readonly<Record<string, number>>): Field {
  const metrics = Object.entries(durations).map(
    ([name, milliseconds]) => `${name};dur=${Number(milliseconds.toFixed(3))}`,
  );
  return ['Server-Timing', metrics.join(', ')];
}
