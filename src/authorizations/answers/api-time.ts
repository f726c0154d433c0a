/** A moment as the API writes it: UTC, to the second, `2020-03-01T09:00:00Z`. */
export function toApiTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** The same moment as header fields carry it (RFC 9110 §5.6.7); by hand, since `Date` takes far longer to write it. */
export function apiTimeToHttpDate(time: string): string {
  const day = Math.floor(Date.parse(time) / DAY);
  // 1970-01-01 was a Thursday.
  const weekday = WEEKDAYS[(day + 4) % 7];
  const month = MONTHS[Number(time.slice(5, 7)) - 1];
  return `${weekday}, ${time.slice(8, 10)} ${month} ${time.slice(0, 4)} ${time.slice(11, 19)} GMT`;
}

const DAY = 24 * 60 * 60 * 1000;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
