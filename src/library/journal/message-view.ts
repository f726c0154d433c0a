import { UsageError } from '#config/usage-error.ts';
import { dispositionOf, splitMultipart } from '#http/syntax/multipart.ts';
import { parseParameterised } from '#http/syntax/parameterised.ts';
import { bodyText } from '#journal/matching/body-content.ts';
import { charsetOf, decodeTyped } from '#journal/matching/charset.ts';
import { readForm } from '#journal/matching/request-content.ts';
import type {
  Pair,
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '#journal/recording/record.ts';
import { toChunksView } from '#journal/views/chunks-view.ts';
import { fieldOf, pathOf, queryOf, urlOf } from '#journal/views/request-url.ts';
import type * as library from '#types/index.ts';
import { checkBySchema } from './standard-schema.ts';

class MessageView implements library.RecordedMessage {
  readonly headerLines: readonly Pair[];
  readonly trailerLines: readonly Pair[];
  readonly body: library.BodySummary;
  readonly #body: RecordedBody;

  constructor({ headers, trailers, body }: Pick<RecordedRequest, 'headers' | 'trailers' | 'body'>) {
    this.headerLines = headers;
    this.trailerLines = trailers;
    const { length, sha256, kept, truncated } = body;
    this.body = { length, sha256, kept: kept.byteLength, truncated };
    this.#body = body;
  }

  get headers(): Headers {
    return new Headers(this.headerLines.map(([name, value]): [string, string] => [name, value]));
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#body.kept);
  }

  text(): string | null {
    return bodyText(this.#body) ?? null;
  }

  json(): unknown;
  json<Output>(schema: library.StandardSchema<Output>): Output;
  json(schema?: library.StandardSchema<unknown>): unknown {
    const value = this.#parseJson();
    return schema === undefined ? value : checkBySchema(value, schema);
  }

  #parseJson(): unknown {
    requireWhole(this.#body);
    const text = bodyText(this.#body);
    try {
      return JSON.parse(text ?? '');
    } catch (cause) {
      throw new UsageError(`The body is not JSON, but ${describe(this.#body, text)}.`, { cause });
    }
  }
}

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** The parts of a request, live or recorded. */
type RequestParts = Pick<library.ReceivedRequest, 'method' | 'target' | 'path' | 'url' | 'query'> &
  Pick<RecordedRequest, 'headers' | 'trailers' | 'body'>;

/** A request, as handlers and functions of matches get it. */
export class ReceivedView extends MessageView implements library.ReceivedRequest {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    super(parts);
    this.method = parts.method;
    this.target = parts.target;
    this.path = parts.path;
    this.#parts = parts;
  }

  get url(): string {
    return this.#parts.url;
  }

  get query(): readonly Pair[] {
    return this.#parts.query;
  }

  formData(): FormData {
    const form = new FormData();
    const type = this.#mediaType(URLENCODED, MULTIPART);
    if (type.value === URLENCODED) {
      const { kept } = this.#parts.body;
      const pairs = readForm(kept, charsetOf(type, kept));
      if (!pairs) throw new UsageError('The form has too many fields.');
      for (const [name, value] of pairs) form.append(name, value);
      return form;
    }
    for (const { name, filename, headerLines, content } of this.multipart()) {
      if (name === null) continue;
      const partType = fieldOf(headerLines, 'Content-Type');
      if (filename === null)
        form.append(name, decodeTyped(content, partType) ?? Buffer.from(content).toString());
      // RFC 7578 §4.4
      else form.append(name, new File([content], filename, { type: partType ?? 'application/octet-stream' }));
    }
    return form;
  }

  multipart() {
    const boundary = this.#mediaType(MULTIPART).parameters.get('boundary');
    const parts = boundary === undefined ? undefined : splitMultipart(Buffer.from(this.bytes()), boundary);
    if (!parts) throw new UsageError('The body is not a valid multipart body.');
    return parts.map((part) => {
      const { name = null, filename = null } = dispositionOf(part) ?? {};
      return { name, filename, headerLines: part.fields, content: new Uint8Array(part.content) };
    });
  }

  /** The media type of a whole body, which must be one of these. */
  #mediaType(...types: readonly string[]) {
    requireWhole(this.#parts.body);
    const input = this.headers.get('Content-Type');
    const type = parseParameterised(input ?? '');
    if (types.includes(type.value)) return type;
    throw new UsageError(
      `The body has ${input === null ? 'no type' : `the type ${input}`}, not ${types.join(' or ')}.`,
    );
  }
}

export class RequestView extends ReceivedView implements library.RecordedRequest {
  readonly rawHead?: string;
  readonly pseudoFields?: readonly Pair[];
  readonly chunks?: NonNullable<library.RecordedRequest['chunks']>;
  readonly expect: string | null;
  readonly expectation?: NonNullable<RecordedRequest['expectation']>;
  readonly aborted: boolean;

  constructor(exchange: RecordedExchange) {
    const { request } = exchange;
    const { method, target, headers, trailers, body } = request;
    super({
      method,
      target,
      headers,
      trailers,
      body,
      path: pathOf(exchange),
      get url() {
        return urlOf(exchange);
      },
      get query() {
        return queryOf(exchange);
      },
    });
    if (request.rawHead !== undefined) this.rawHead = request.rawHead;
    if (request.pseudoFields) this.pseudoFields = request.pseudoFields;
    if (request.chunks) this.chunks = toChunksView(request.chunks);
    this.expect = request.expect;
    if (request.expectation) this.expectation = request.expectation;
    this.aborted = request.aborted;
  }
}

export class ResponseView extends MessageView implements library.RecordedResponse {
  readonly informational: RecordedResponse['informational'];
  readonly status: number;
  readonly reason: string;
  readonly fault: string | null;

  constructor(response: RecordedResponse) {
    super(response);
    this.informational = response.informational;
    this.status = response.status;
    this.reason = response.reason;
    this.fault = response.fault;
  }
}

function describe({ length }: RecordedBody, text: string | undefined): string {
  if (length === 0) return 'empty';
  return text === undefined ? `${length} bytes that are not UTF-8` : JSON.stringify(text.slice(0, MAX_SHOWN));
}

const MAX_SHOWN = 60;

function requireWhole({ truncated, kept, length }: RecordedBody): void {
  if (!truncated) return;
  throw new UsageError(
    `The journal keeps ${kept.byteLength} of the ${length} bytes of the body; increase journalBodySize.`,
  );
}
