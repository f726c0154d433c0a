import { DirectiveError } from '../syntax/directive-error.ts';
import type { Directives } from './directives.ts';

/** The content of a response before encoding. */
export type Content =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly type: string }
  | { readonly kind: 'letters'; readonly size: number; readonly type: string };

/** The content of a fault that needs one. */
export const FAULT_CONTENT = {
  kind: 'bytes',
  bytes: Buffer.from('hello'),
  type: 'text/plain; charset=utf-8',
} as const satisfies Content;

const OCTETS = 'application/octet-stream';
const CONTENT_DIRECTIVES = ['body', 'json', 'base64', 'bytes'] as const;

/**
 * The content of the directives, and its default type.
 * @throws DirectiveError for invalid content.
 */
export function parseContent(directives: Directives): Content | undefined {
  const input = CONTENT_DIRECTIVES.filter((name) => directives[name] !== undefined);
  if (input.length > 1) throw new DirectiveError(`cannot be combined with ${input.slice(1).join(' and ')}`);
  const { body, json, base64, bytes, charset } = directives;
  if (charset !== undefined && body === undefined) throw new DirectiveError('has a charset only with body');
  if (body !== undefined) return parseText(body, charset ?? 'utf-8');
  if (json !== undefined) return { kind: 'bytes', bytes: parseJson(json), type: 'application/json' };
  if (base64 !== undefined) return { kind: 'bytes', bytes: parseBase64(base64), type: OCTETS };
  return bytes === undefined ? undefined : { kind: 'letters', size: bytes, type: OCTETS };
}

/** The directive that sets the content. */
export function contentDirective(directives: Directives): (typeof CONTENT_DIRECTIVES)[number] {
  return CONTENT_DIRECTIVES.find((name) => directives[name] !== undefined) ?? 'body';
}

type Charset = NonNullable<Directives['charset']>;

const ENCODINGS: Readonly<Record<Charset, BufferEncoding>> = {
  'utf-8': 'utf8',
  'iso-8859-1': 'latin1',
  'utf-16le': 'utf16le',
};

function parseText(text: string, charset: Charset): Content {
  if (charset === 'iso-8859-1' && /[^\0-\xff]/.test(text)) {
    throw new DirectiveError('contains a character that iso-8859-1 does not have');
  }
  const bytes = Buffer.from(text, ENCODINGS[charset]);
  return { kind: 'bytes', bytes, type: `text/plain; charset=${charset}` };
}

function parseJson(text: string): Buffer {
  try {
    JSON.parse(text);
  } catch {
    throw new DirectiveError('is not JSON');
  }
  return Buffer.from(text);
}

function parseBase64(text: string): Buffer {
  // A `+` in a query is a space.
  const [, digits] = /^([\w+/-]*)={0,2}$/.exec(text.replaceAll(' ', '+')) ?? [];
  if (digits === undefined || digits.length % 4 === 1) throw new DirectiveError('is not base64');
  return Buffer.from(digits, 'base64');
}
