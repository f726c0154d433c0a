/** A timestamp of the API for people: the time of today and yesterday, before that the date. */
export function formatTimestamp(at: string, now: number): string {
  const age = now - Date.parse(at);
  return age >= 0 && age < JUST_NOW_MS ? 'just now' : formatDay(at, now, `, ${formatTime(at)}`);
}

/** `26 Nov 2026, 18:02 UTC` */
export function formatExactly(at: string): string {
  return `${formatDate(at)}, ${formatTime(at)}`;
}

/** Whether and when something was used, which is stored to the hour. */
export function formatUse(at: string | null, now: number): string {
  if (at === null) return 'never used';
  const hour = Number(at.slice(11, 13));
  return `used ${formatDay(at, now, ` between ${hour}:00 and ${hour + 1}:00 UTC`)}`;
}

/** @param time of the day, which a date that is longer ago omits */
function formatDay(at: string, now: number, time: string): string {
  const days = Math.floor(now / DAY_MS) - Math.floor(Date.parse(at) / DAY_MS);
  if (days === 0) return `today${time}`;
  return days === 1 ? `yesterday${time}` : formatDate(at);
}

function formatTime(at: string): string {
  return `${at.slice(11, 16)} UTC`;
}

/** `6 Nov 2026` */
function formatDate(at: string): string {
  return new Date(at).toUTCString().slice(5, 16).replace(/^0/, '');
}

const JUST_NOW_MS = 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
