import { codingsOf, decodeContent } from '#http/message/body/content-decoding.ts';
import { parseBoundedJson } from '#http/message/json-body.ts';
import { type Field, type Fields, fieldValues, findField } from '#http/syntax/fields.ts';
import { dispositionOf, type Part, splitMultipart } from '#http/syntax/multipart.ts';
import { type Parameterised, parseParameterised } from '#http/syntax/parameterised.ts';
import { decodeUtf8 } from '#http/syntax/percent.ts';
import { readPairs } from '#http/syntax/query.ts';
import type { BodyView } from './body-view.ts';
import { charsetOf, decodeCharset, decodeTyped } from './charset.ts';
import { type GraphqlOperation, operationsOfJson, selectOperation } from './graphql.ts';

/** A value of JSON, with the text of its document. */
export interface JsonDocument {
  readonly value: unknown;
  readonly text: string;
}

/** What the forms of a body depend on. */
interface ContentHead {
  readonly method: string;
  /** Decoded. */
  readonly query: Fields;
  readonly headers: Fields;
}

/** The body of a request after removal of its content codings. Each form of it is made once, when it is first read. */
export class RequestContent {
  readonly #head: ContentHead;
  readonly #body: BodyView;
  readonly #maxLength: number;
  #bytes: Uint8Array | null | undefined;
  #text: string | null | undefined;
  #json: JsonDocument | null | undefined;
  #form: Fields | null | undefined;
  #parts: readonly Part[] | null | undefined;
  #operations: readonly GraphqlOperation[] | undefined;

  /** @param maxLength maximum number of bytes of the decoded body. */
  constructor(head: ContentHead, body: BodyView, maxLength: number) {
    this.#head = head;
    this.#body = body;
    this.#maxLength = maxLength;
  }

  /** Null for a body that is not complete, and for one with an unknown or broken coding. */
  get bytes(): Uint8Array | null {
    if (this.#bytes === undefined) {
      const { kept, truncated } = this.#body;
      if (truncated) this.#bytes = null;
      else if (!this.isCoded || kept.byteLength === 0) this.#bytes = kept;
      else this.#bytes = decodeContent(kept, this.#codings, this.#maxLength) ?? null;
    }
    return this.#bytes;
  }

  /** The first bytes of a body that is not complete, unless it is coded. */
  get knownBytes(): Uint8Array | null {
    const { kept, truncated } = this.#body;
    return truncated && !this.isCoded ? kept : this.bytes;
  }

  get isCoded(): boolean {
    return this.#codings.length > 0;
  }

  get #codings(): readonly string[] {
    return codingsOf(fieldValues(this.#head.headers, 'Content-Encoding').join(', '));
  }

  /** As `charsetOf` defines it. */
  get charset(): string {
    return charsetOf(this.#type, this.knownBytes ?? EMPTY);
  }

  /** In the charset of the body; null for other bytes. */
  get text(): string | null {
    if (this.#text === undefined) this.#text = this.bytes && decodeCharset(this.bytes, this.charset);
    return this.#text;
  }

  /** Whether the body, as far as it is known, contains a text. UTF-8 is compared by its bytes, also in a body that is no text. */
  includes(text: string): boolean {
    const { charset } = this;
    const known = this.knownBytes ?? EMPTY;
    if (charset === 'utf-8') return Buffer.from(known).includes(text);
    return decodeCharset(known, charset, this.bytes === null)?.includes(text) === true;
  }

  /** Whatever the media type is; null for other content. Its charset counts for JSON that is not UTF-8 (RFC 8259 §8.1). */
  get json(): JsonDocument | null {
    if (this.#json === undefined)
      this.#json =
        this.bytes && (parseDocument(decodeCharset(this.bytes, 'utf-8')) ?? parseDocument(this.text));
    return this.#json;
  }

  /** Names and values of a form, without its files; null for other media types. */
  get form(): Fields | null {
    if (this.#form === undefined) this.#form = this.#readForm();
    return this.#form;
  }

  #readForm(): Fields | null {
    if (this.#type.value === 'multipart/form-data') return this.parts?.flatMap(readField) ?? null;
    if (this.#type.value !== 'application/x-www-form-urlencoded' || !this.bytes) return null;
    return readForm(this.bytes, this.charset) ?? null;
  }

  /** The parts of a multipart body; null for other media types. */
  get parts(): readonly Part[] | null {
    const { value, parameters } = this.#type;
    const boundary = parameters.get('boundary');
    if (this.#parts === undefined)
      this.#parts =
        value.startsWith('multipart/') && boundary !== undefined && this.bytes
          ? parseParts(this.bytes, boundary)
          : null;
    return this.#parts;
  }

  /** The operations of a GraphQL request, from the body, or from the query of a GET. */
  get operations(): readonly GraphqlOperation[] {
    const { method, query } = this.#head;
    if (this.#operations === undefined)
      this.#operations =
        method === 'GET' || method === 'HEAD' ? operationsOfQuery(query) : operationsOfJson(this.json?.value);
    return this.#operations;
  }

  get #type(): Parameterised {
    return parseParameterised(findField(this.#head.headers, 'Content-Type') ?? '');
  }
}

const EMPTY = Buffer.alloc(0);

function parseDocument(text: string | null): JsonDocument | null {
  const plain = text?.replace(/^\ufeff/, '') ?? '';
  try {
    return plain === '' ? null : { value: parseBoundedJson(plain), text: plain };
  } catch {
    return null;
  }
}

/** Undefined for more fields than are read. Escapes are bytes of the charset, unless it is UTF-16, in which they are of UTF-8. */
export function readForm(content: Uint8Array, charset: string): [name: string, value: string][] | undefined {
  const isWide = charset.startsWith('utf-16');
  const bytes = isWide ? Buffer.from(decodeCharset(content, charset) ?? '') : Buffer.from(content);
  const decode = (value: Buffer) => decodeCharset(value, isWide ? 'utf-8' : charset) ?? decodeUtf8(value);
  return readPairs(bytes.toString('latin1'), decode);
}

/** The name and the value of a part; empty for a file, and for a part without a name. */
function readField(part: Part): Field[] {
  const { name, filename } = dispositionOf(part) ?? {};
  const isFile = name === undefined || filename !== undefined;
  return isFile ? [] : [[name, partText(part) ?? part.content.toString('utf8')]];
}

/** The text of a part, in the charset of its media type; null for other bytes. */
export function partText({ fields, content }: Part): string | null {
  return decodeTyped(content, findField(fields, 'Content-Type'));
}

export function partJson(part: Part): JsonDocument | null {
  return parseDocument(decodeCharset(part.content, 'utf-8')) ?? parseDocument(partText(part));
}

/** Null for a malformed body, and for more parts than are read. */
function parseParts(bytes: Uint8Array, boundary: string): readonly Part[] | null {
  try {
    return splitMultipart(Buffer.from(bytes), boundary) ?? null;
  } catch {
    return null;
  }
}

function operationsOfQuery(query: Fields): GraphqlOperation[] {
  const document = findField(query, 'query');
  if (document === undefined) return [];
  return selectOperation(document, findField(query, 'operationName'), variablesOf(query));
}

/** Undefined without valid variables. */
function variablesOf(query: Fields): unknown {
  const text = findField(query, 'variables');
  try {
    return text === undefined ? undefined : parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
