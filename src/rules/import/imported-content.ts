import { isUtf8 } from 'node:buffer';
import { codingsOf, decodeContent } from '#http/message/body/content-decoding.ts';
import { parseBoundedJson } from '#http/message/json-body.ts';
import { type Fields, fieldValues } from '#http/syntax/fields.ts';
import { parseParameterised } from '#http/syntax/parameterised.ts';
import { createTextDecoder } from '#http/syntax/text-decoder.ts';
import type { ResponseForm } from '#testing/responses/composition/json-form.ts';
import type { RecordedContent } from './har/read-content.ts';

/** Content as directives of a response, its type, and what differs from the record. */
export interface ImportedContent {
  readonly directives: ResponseForm;
  readonly type: string | undefined;
  readonly note?: string;
}

/** The content without its codings: some recorders keep the coded bytes, others the decoded ones. */
export function withoutCodings(content: RecordedContent, headers: Fields, maxSize: number): RecordedContent {
  if (content.kind === 'text') return content;
  const codings = codingsOf(fieldValues(headers, 'Content-Encoding').join(', '));
  const decoded = decodeContent(content.bytes, codings, maxSize);
  return decoded ? { kind: 'bytes', bytes: Buffer.from(decoded) } : content;
}

/** Whether a text can be the bytes of a body: recorders write other bytes as U+FFFD, or as control characters. */
export function isCleanText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  return !/[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffd]/.test(text) && text.isWellFormed();
}

/** Text is recorded decoded (HAR 1.2, content), and sent in the charset of its type. */
export function toContent(content: RecordedContent, type: string | undefined): ImportedContent {
  if (content.kind === 'bytes')
    return {
      directives: isUtf8(content.bytes)
        ? chooseTextDirectives(content.bytes.toString())
        : { base64: content.bytes.toString('base64') },
      type,
    };
  const { text } = content;
  const charset = type === undefined ? undefined : charsetOf(text, type);
  const isAscii = /^[\0-\x7f]*$/.test(text);
  if (type === undefined || charset === undefined || isAscii)
    return { directives: chooseTextDirectives(text), type };
  const bytes = encodeText(text, charset);
  if (bytes?.equals(Buffer.from(text, 'latin1')))
    return { directives: { body: text, charset: 'iso-8859-1' }, type };
  if (bytes) return { directives: { base64: bytes.toString('base64') }, type };
  return {
    directives: chooseTextDirectives(text),
    type: withUtf8(type),
    note: `sends the text in UTF-8, and names this charset in place of ${charset}`,
  };
}

/** JSON as a value if its bytes stay the same. */
function chooseTextDirectives(text: string): ResponseForm {
  try {
    const json: unknown = parseBoundedJson(text);
    if (JSON.stringify(json) === text) return { json };
  } catch {
    // Other text.
  }
  return { body: text };
}

/** The label of another charset than UTF-8, in the type, in a declaration of XML, or in an element `meta` of HTML. */
function charsetOf(text: string, type: string): string | undefined {
  const label = parseParameterised(type).parameters.get('charset') ?? declaredCharset(text.slice(0, 1024));
  return label === undefined || /^utf-?8$/i.test(label) ? undefined : label;
}

function declaredCharset(start: string): string | undefined {
  if (start.startsWith('<?xml ')) return /\bencoding=["']([\w.:-]{1,40})/.exec(start)?.[1];
  return /<meta /i.test(start) ? /\bcharset=["']?([\w.:-]{1,40})/i.exec(start)?.[1] : undefined;
}

/** The bytes in a charset of one byte for each character; undefined for other charsets and characters. */
function encodeText(text: string, label: string): Buffer | undefined {
  const decoder = createDecoder(label);
  if (!decoder) return undefined;
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const character = decodeByte(decoder, byte);
    if (character !== undefined && !bytes.has(character)) bytes.set(character, byte);
  }
  const encoded = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = bytes.get(text.charAt(index));
    if (byte === undefined) return undefined;
    encoded[index] = byte;
  }
  return encoded;
}

type Decoder = ReturnType<typeof createTextDecoder>;

/** Undefined for an unknown label. */
function createDecoder(label: string): Decoder | undefined {
  try {
    return createTextDecoder(label, { fatal: true });
  } catch {
    return undefined;
  }
}

function decodeByte(decoder: Decoder, byte: number): string | undefined {
  try {
    return decoder.decode(Uint8Array.of(byte)) || undefined;
  } catch {
    return undefined;
  }
}

function withUtf8(type: string): string {
  const others = type.split(';').filter((parameter) => !/^\s*charset\s*=/i.test(parameter));
  return [...others, ' charset=utf-8'].join(';');
}
