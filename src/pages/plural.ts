/** A number with its noun: `1 request`, `2 requests`. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : many}`;
}
