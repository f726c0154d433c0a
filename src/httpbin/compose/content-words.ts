import { WordError } from './word-error.ts';
import type { Words } from './words.ts';

/** What an answer holds before it is coded. */
export type Content =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly type: string }
  | { readonly kind: 'letters'; readonly size: number; readonly type: string };

const OCTETS = 'application/octet-stream';
const CONTENT_WORDS = ['body', 'json', 'base64', 'bytes'] as const;

/**
 * The content that the words ask for, and the type that suits it.
 * @throws WordError when it cannot be had.
 */
export function parseContent(words: Words): Content | undefined {
  const given = CONTENT_WORDS.filter((name) => words[name] !== undefined);
  if (given.length > 1) throw new WordError(`cannot stand together with ${given.slice(1).join(' and ')}`);
  const { body, json, base64, bytes, charset } = words;
  if (charset !== undefined && body === undefined) throw new WordError('has a charset only as text');
  if (body !== undefined) return parseText(body, charset ?? 'utf-8');
  if (json !== undefined) return { kind: 'bytes', bytes: parseJson(json), type: 'application/json' };
  if (base64 !== undefined) return { kind: 'bytes', bytes: parseBase64(base64), type: OCTETS };
  return bytes === undefined ? undefined : { kind: 'letters', size: bytes, type: OCTETS };
}

/** The word that the content is asked for with. */
export function contentWord(words: Words): (typeof CONTENT_WORDS)[number] {
  return CONTENT_WORDS.find((name) => words[name] !== undefined) ?? 'body';
}

type Charset = NonNullable<Words['charset']>;

const ENCODINGS: Readonly<Record<Charset, BufferEncoding>> = {
  'utf-8': 'utf8',
  'iso-8859-1': 'latin1',
  'utf-16le': 'utf16le',
};

function parseText(text: string, charset: Charset): Content {
  if (charset === 'iso-8859-1' && /[^\0-\xff]/.test(text)) {
    throw new WordError('holds a character that iso-8859-1 does not have');
  }
  const bytes = Buffer.from(text, ENCODINGS[charset]);
  return { kind: 'bytes', bytes, type: `text/plain; charset=${charset}` };
}

function parseJson(text: string): Buffer {
  try {
    JSON.parse(text);
  } catch {
    throw new WordError('is not JSON');
  }
  return Buffer.from(text);
}

function parseBase64(text: string): Buffer {
  // Whoever types a `+` into a query sends a space.
  const [, digits] = /^([\w+/-]*)={0,2}$/.exec(text.replaceAll(' ', '+')) ?? [];
  if (digits === undefined || digits.length % 4 === 1) throw new WordError('is not base64');
  return Buffer.from(digits, 'base64');
}
