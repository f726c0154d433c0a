import { type Static, Type } from 'typebox';
import { Code } from './code.ts';

/** Maximum length of a text in a match. */
export const MAX_TEXT = 8192;

const Text = (description: string) => Type.Optional(Type.String({ maxLength: MAX_TEXT, description }));

/** The members of a condition, of which it has one. */
const KINDS = ['is', 'like', 'has', 'one_of', 'absent'] as const;

/** The members of a condition as an object. */
export const textMembers = {
  is: Text('The text, also one that would otherwise be a template.'),
  like: Text('A pattern, in which * is any number of characters.'),
  has: Text('A part of the text.'),
  one_of: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_TEXT }), {
      minItems: 1,
      maxItems: 100,
      description: 'Several texts, one of which is equal.',
    }),
  ),
  absent: Type.Optional(Type.Literal(true, { description: 'There is no such text.' })),
  ignore_case: Type.Optional(
    Type.Literal(true, {
      description: 'Beside `is`, `like`, `has` and `one_of`: compares without regard to case.',
    }),
  ),
};

/** A condition for a text. */
export const TextCondition = Type.Union(
  [
    Type.String({ maxLength: MAX_TEXT }),
    Type.Object(textMembers, { additionalProperties: false, minProperties: 1, maxProperties: 2 }),
  ],
  {
    description: 'A text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent`.',
  },
);

export type TextCondition = Static<typeof TextCondition>;

/** Tests a text; undefined stands for a text that is absent. */
export type TextTest = (text: string | undefined) => boolean;

/** The problem of a condition that matches its schema, as a clause without a subject. */
export function problemOfText(condition: TextCondition): string | undefined {
  if (typeof condition === 'string') return undefined;
  const kinds = KINDS.filter((kind) => condition[kind] !== undefined);
  if (kinds.length !== 1) return `must have one of is, like, has, one_of and absent, not ${kinds.length}`;
  return condition.absent && condition.ignore_case
    ? 'must have ignore_case beside is, like, has or one_of'
    : undefined;
}

export function compileText(condition: TextCondition | Code): TextTest {
  if (typeof condition === 'string') return (text) => text === condition;
  if (condition instanceof Code) return (text) => text !== undefined && condition.test(text);
  const { is, like, has, one_of: values, absent, ignore_case: ignoresCase } = condition;
  if (absent) return (text) => text === undefined;
  const fold = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  if (values) {
    const folded = new Set(values.map(fold));
    return (text) => text !== undefined && folded.has(fold(text));
  }
  const expected = fold(is ?? has ?? like ?? '*');
  const test =
    is !== undefined
      ? (text: string) => text === expected
      : has !== undefined
        ? (text: string) => text.includes(expected)
        : compileStars(expected);
  return (text) => text !== undefined && test(fold(text));
}

/** The condition in words, after "expected". */
export function describeText(condition: TextCondition | Code, quote: (text: string) => string): string {
  if (typeof condition === 'string') return quote(condition);
  if (condition instanceof Code) return condition.description;
  const { is, like, has, one_of: values, absent, ignore_case: ignoresCase } = condition;
  if (absent) return 'none';
  const suffix = ignoresCase ? ' in any case' : '';
  if (values) return `one of ${values.map(quote).join(', ')}${suffix}`;
  if (is !== undefined) return `${quote(is)}${suffix}`;
  if (has !== undefined) return `a text with ${quote(has)}${suffix}`;
  return `a text like ${quote(like ?? '*')}${suffix}`;
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
