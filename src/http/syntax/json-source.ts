/**
 * The text of the value at a pointer, without insignificant white space. It has the digits of numbers as they are, also of
 * those that a JSON reader does not keep.
 * @param text valid JSON.
 */
export function sourceAt(text: string, steps: readonly string[]): string | undefined {
  let source: string | undefined = withoutSpace(text);
  for (const step of steps) {
    source = source === undefined ? undefined : memberOf(source, step);
  }
  return source;
}

/** The source of a member. The last of several with one name counts, as in `JSON.parse`. */
function memberOf(source: string, step: string): string | undefined {
  const isList = source.startsWith('[');
  if (!isList && !source.startsWith('{')) return undefined;
  let found: string | undefined;
  let at = 1;
  for (let index = 0; at < source.length - 1; index++) {
    let name = String(index);
    if (!isList) {
      const end = endOfString(source, at);
      name = String(JSON.parse(source.slice(at, end)));
      at = end + 1;
    }
    const end = endOfValue(source, at);
    if (name === step) found = source.slice(at, end);
    at = end + 1;
  }
  return found;
}

/** The index behind the value at an index. */
function endOfValue(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === '"') at = endOfString(source, at) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
    } else if (character === ',' && depth === 0) return at;
  }
  return source.length;
}

/** The index behind the quote that ends the string at an index. */
function endOfString(source: string, start: number): number {
  let at = start + 1;
  while (source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function withoutSpace(text: string): string {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === ' ' || character === '\n' || character === '\r' || character === '\t') {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)].join('');
}
