import { type Static, Type } from 'typebox';

/** Maximum length of a text in a match. */
export const MAX_TEXT = 8192;

const Text = Type.String({ maxLength: MAX_TEXT });

/** A condition for a text. */
export const TextMatch = Type.Union(
  [
    Text,
    Type.Object(
      {
        like: Type.Optional(
          Type.String({
            maxLength: MAX_TEXT,
            description: 'A pattern, in which * is any number of characters.',
          }),
        ),
        has: Type.Optional(Type.String({ maxLength: MAX_TEXT, description: 'A part of the text.' })),
        absent: Type.Optional(Type.Literal(true, { description: 'There is no such text.' })),
      },
      { additionalProperties: false, minProperties: 1, maxProperties: 1 },
    ),
  ],
  { description: 'A text, for equality, or an object with one of `like`, `has` and `absent`.' },
);

export type TextMatch = Static<typeof TextMatch>;

/** Tests a text; undefined stands for a text that is absent. */
export type TextTest = (text: string | undefined) => boolean;

export function compileTextMatch(match: TextMatch): TextTest {
  if (typeof match === 'string') return (text) => text === match;
  const { like, has, absent } = match;
  if (absent) return (text) => text === undefined;
  if (has !== undefined) return (text) => text?.includes(has) ?? false;
  const pattern = compileStars(like ?? '*');
  return (text) => text !== undefined && pattern(text);
}

/** The condition in words, after "expected". */
export function describeTextMatch(match: TextMatch, quote: (text: string) => string): string {
  if (typeof match === 'string') return quote(match);
  if (match.absent) return 'none';
  if (match.has !== undefined) return `a text with ${quote(match.has)}`;
  return `a text like ${quote(match.like ?? '*')}`;
}

/** Compiles a pattern in which `*` is any number of characters. It is searched from left to right, without backtracking. */
export function compileStars(pattern: string): (text: string) => boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return (text) => text === pattern;
  const parts = others.filter((part) => part !== '');
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
