import type { Span } from '#http/message/input-error.ts';

/** Number of characters that are shown before and after the marked part, and at most of it. */
const NEAR = 40;
const MAX_MARKED = 80;

/** A filter around its invalid part: the text before it, the part, and the text after it, each cut to what fits below the field. */
export function markFilter(
  filter: string,
  { start, end }: Span,
): readonly [before: string, marked: string, after: string] {
  const before = filter.slice(0, start);
  const after = filter.slice(end);
  return [
    before.length > NEAR ? `…${before.slice(-NEAR)}` : before,
    shorten(filter.slice(start, end), MAX_MARKED),
    shorten(after, NEAR),
  ];
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
