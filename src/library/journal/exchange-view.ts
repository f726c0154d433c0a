import type * as library from '../../../types/index.ts';
import { UsageError } from '../../config/usage-error.ts';
import { fieldValues, findField } from '../../http/message/fields.ts';
import { dispositionOf, splitMultipart } from '../../http/syntax/multipart.ts';
import { parseParameterised } from '../../http/syntax/parameterised.ts';
import { parsePairs } from '../../http/syntax/query.ts';
import type {
  Pair,
  RecordedBody,
  RecordedExchange,
  RecordedFailure,
  RecordedRequest,
  RecordedResponse,
} from '../../journal/recording/record.ts';
import { pathOf, queryOf } from '../../journal/views/request-url.ts';
import { bodyText } from '../../matching/body-content.ts';

/** An exchange as tests see it. Bodies are parsed when they are read. */
export function toExchangeView(exchange: RecordedExchange): library.RecordedExchange {
  return {
    ...exchange,
    startedAt: new Date(exchange.startedAt).toISOString(),
    request: new RequestView(exchange),
    response: exchange.response && new ResponseView(exchange.response),
  };
}

export function toFailureView(failure: RecordedFailure): library.RecordedFailure {
  return { ...failure, startedAt: new Date(failure.startedAt).toISOString() };
}

class FieldsView {
  readonly headers: readonly Pair[];
  readonly trailers: readonly Pair[];

  constructor({ headers, trailers }: Pick<RecordedRequest, 'headers' | 'trailers'>) {
    this.headers = headers;
    this.trailers = trailers;
  }

  header(name: string): string | undefined {
    return findField(this.headers, name);
  }

  headersOf(name: string): string[] {
    return fieldValues(this.headers, name);
  }
}

class RequestView extends FieldsView implements library.RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly expect: string | null;
  readonly expectation?: NonNullable<RecordedRequest['expectation']>;
  readonly aborted: boolean;
  readonly body: BodyView;
  readonly #exchange: RecordedExchange;

  constructor(exchange: RecordedExchange) {
    const { request } = exchange;
    super(request);
    this.method = request.method;
    this.target = request.target;
    this.path = pathOf(exchange);
    this.expect = request.expect;
    if (request.expectation) this.expectation = request.expectation;
    this.aborted = request.aborted;
    this.body = new BodyView(request.body);
    this.#exchange = exchange;
  }

  get query(): readonly Pair[] {
    return queryOf(this.#exchange);
  }

  form(): Pair[] {
    this.#parametersOf('application/x-www-form-urlencoded');
    const { body } = this.#exchange.request;
    return parsePairs(bodyText(body) ?? Buffer.from(body.kept).toString('latin1'));
  }

  multipart(): library.MultipartPart[] {
    const boundary = this.#parametersOf('multipart/form-data').get('boundary');
    const bytes = Buffer.from(this.body.bytes());
    const parts = boundary === undefined ? undefined : splitMultipart(bytes, boundary);
    if (!parts) throw new UsageError('The body is not a valid multipart body.');
    return parts.map((part) => {
      const { name = null, filename = null } = dispositionOf(part) ?? {};
      return { name, filename, headers: part.fields, content: new Uint8Array(part.content) };
    });
  }

  /** The parameters of the media type. */
  #parametersOf(type: string): ReadonlyMap<string, string> {
    requireWhole(this.#exchange.request.body);
    const given = this.header('Content-Type');
    const { value, parameters } = parseParameterised(given ?? '');
    if (value === type) return parameters;
    throw new UsageError(
      `The body has ${given === undefined ? 'no type' : `the type ${given}`}, not ${type}.`,
    );
  }
}

class ResponseView extends FieldsView implements library.RecordedResponse {
  readonly informational: RecordedResponse['informational'];
  readonly status: number;
  readonly reason: string;
  readonly fault: string | null;
  readonly body: BodyView;

  constructor(response: RecordedResponse) {
    super(response);
    this.informational = response.informational;
    this.status = response.status;
    this.reason = response.reason;
    this.fault = response.fault;
    this.body = new BodyView(response.body);
  }
}

class BodyView implements library.RecordedBody {
  readonly length: number;
  readonly sha256: string | null;
  readonly kept: number;
  readonly truncated: boolean;
  readonly #body: RecordedBody;

  constructor(body: RecordedBody) {
    this.length = body.length;
    this.sha256 = body.sha256;
    this.kept = body.kept.byteLength;
    this.truncated = body.truncated;
    this.#body = body;
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#body.kept);
  }

  text(): string | null {
    return bodyText(this.#body) ?? null;
  }

  json(): unknown {
    requireWhole(this.#body);
    const text = bodyText(this.#body);
    try {
      return JSON.parse(text ?? '');
    } catch (cause) {
      throw new UsageError(`The body is not JSON, but ${describe(this.#body, text)}.`, { cause });
    }
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
