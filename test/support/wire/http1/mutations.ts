import { type Draw, pick } from '../draw.ts';

// biome-ignore format: a list of bytes
const INSERTED = [
  '\r', '\n', '\r\n', '\0', ':', ';', ' ', '\t', ',', '=', '"', '\\', '0', '1', '9', 'a', 'f', 'x', 'G', '/', '*', '%', '-',
  '+', '_', '\x0b', '\x7f', '\x80', '\xff', '\r\n\r\n', '0\r\n\r\n', 'X: 1\r\n', 'Content-Length: 3\r\n',
  'Transfer-Encoding: chunked\r\n', 'Connection: close\r\n', 'HTTP/1.1', 'chunked', ', ',
];
const BOUNDARY = /[\r\n\0:; \t,="0-9]/g;

/**
 * One or two edits at places where parsers decide, in the style of http-garden. The blank line at the end completes the
 * last line.
 */
export function mutate(draw: Draw, seeds: readonly string[]): string {
  let text = pick(draw, seeds) ?? '';
  if (draw(4) === 0) text += pick(draw, seeds) ?? '';
  for (let edits = draw(3) === 0 ? 2 : 1; edits > 0; edits--) text = edit(draw, seeds, text);
  return `${text}\r\n\r\n`;
}

function edit(draw: Draw, seeds: readonly string[], text: string): string {
  const at = place(draw, text);
  const end = Math.min(text.length, at + 1 + draw(draw(3) === 0 ? 12 : 2));
  switch (draw(5)) {
    case 0:
      return text.slice(0, at) + (pick(draw, INSERTED) ?? '') + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return text.slice(0, end) + text.slice(at, end) + text.slice(end);
    case 3:
      return text.slice(0, at) + (pick(draw, INSERTED) ?? '') + text.slice(end);
    default: {
      const other = pick(draw, seeds) ?? '';
      const start = place(draw, other);
      return text.slice(0, at) + other.slice(start, start + 1 + draw(30)) + text.slice(at);
    }
  }
}

/** An index of the text, mostly at a boundary or behind it. */
function place(draw: Draw, text: string): number {
  if (draw(4) === 0) return draw(text.length + 1);
  const boundaries = [...text.matchAll(BOUNDARY)];
  const found = boundaries[draw(Math.max(1, boundaries.length))];
  return found === undefined ? 0 : found.index + draw(2);
}
