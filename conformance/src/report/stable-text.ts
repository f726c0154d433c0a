/** A text of a report without what differs from run to run: the ports of the case, and measured milliseconds. */
export function stableText(text: string): string {
  return text
    .replace(/(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1:PORT')
    .replace(/\b\d+ (?:of \d+ )?ms\b/g, 'N ms');
}
