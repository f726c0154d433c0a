import { isUtf8 } from 'node:buffer';
import { codingsOf, decodeContent } from '../http/message/body/content-decoding.ts';
import { parseBoundedJson } from '../http/message/body/json-body.ts';
import { type Fields, fieldValues, findField } from '../http/message/fields.ts';
import { type Part, splitMultipart } from '../http/syntax/multipart.ts';
import { parseParameterised } from '../http/syntax/parameterised.ts';
import { readPairs } from '../http/syntax/query.ts';
import type { BodyView } from './body-view.ts';
import { type GraphqlOperation, operationsOfJson, toOperation } from './graphql.ts';

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

  /** As UTF-8, or as ISO-8859-1 if the media type names it; null for other bytes. */
  get text(): string | null {
    if (this.#text === undefined) this.#text = this.bytes && toText(this.bytes, this.#type.charset);
    return this.#text;
  }

  /** Whatever the media type is; null for other content. */
  get json(): JsonDocument | null {
    if (this.#json === undefined) this.#json = this.bytes && toDocument(this.bytes);
    return this.#json;
  }

  /** Names and values of a form; null for other media types. */
  get form(): Fields | null {
    if (this.#form === undefined)
      this.#form =
        this.#type.name === 'application/x-www-form-urlencoded' && this.bytes ? toForm(this.bytes) : null;
    return this.#form;
  }

  /** The parts of a multipart body; null for other media types. */
  get parts(): readonly Part[] | null {
    const { name, boundary } = this.#type;
    if (this.#parts === undefined)
      this.#parts =
        name.startsWith('multipart/') && boundary !== undefined && this.bytes
          ? toParts(this.bytes, boundary)
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

  get #type() {
    const { value, parameters } = parseParameterised(findField(this.#head.headers, 'Content-Type') ?? '');
    return {
      name: value.toLowerCase(),
      charset: parameters.get('charset')?.toLowerCase(),
      boundary: parameters.get('boundary'),
    };
  }
}

const LATIN1: ReadonlySet<string | undefined> = new Set(['iso-8859-1', 'latin1']);

function toText(bytes: Uint8Array, charset: string | undefined): string | null {
  if (LATIN1.has(charset)) return Buffer.from(bytes).toString('latin1');
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : null;
}

function toDocument(bytes: Uint8Array): JsonDocument | null {
  if (bytes.byteLength === 0) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { value: parseBoundedJson(text), text };
  } catch {
    return null;
  }
}

/** Null for more fields than are read. */
function toForm(bytes: Uint8Array): Fields | null {
  return readPairs(Buffer.from(bytes).toString('latin1')) ?? null;
}

/** Null for a malformed body, and for more parts than are read. */
function toParts(bytes: Uint8Array, boundary: string): readonly Part[] | null {
  try {
    return splitMultipart(Buffer.from(bytes), boundary) ?? null;
  } catch {
    return null;
  }
}

function operationsOfQuery(query: Fields): GraphqlOperation[] {
  const document = findField(query, 'query');
  if (document === undefined) return [];
  return toOperation(document, findField(query, 'operationName'), variablesOf(query));
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
