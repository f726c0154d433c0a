import { parseSeconds } from './seconds.ts';

/** Maximum time for which a step is open. */
export const MAX_OPEN_SECONDS = 86_400;

/** What a valid time is, as a clause without a subject. */
export const OPEN_TIME = `must be a number of seconds, or a text such as 500ms, from 0.001 to ${MAX_OPEN_SECONDS} seconds`;

/** The milliseconds for which a step is open; undefined for an invalid time. The clock has milliseconds. */
export function parseOpenTime(open: number | string): number | undefined {
  const milliseconds = parseSeconds(String(open));
  if (milliseconds === undefined || milliseconds < 1 || milliseconds > MAX_OPEN_SECONDS * 1000)
    return undefined;
  return milliseconds;
}
