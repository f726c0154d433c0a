/** A timestamp in the format of the API: UTC in seconds, `2020-03-01T09:00:00Z`. */
export function formatApiTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
