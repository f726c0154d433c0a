import { withoutAccountCookies } from '#accounts/domain/request/account-cookies.ts';
import type { Protocol } from '#http/message/received-request.ts';
import type { Fields } from '#http/syntax/fields.ts';
import type { BodyView } from '../matching/body-view.ts';
import { RequestContent } from '../matching/request-content.ts';
import type { RequestHead, RequestView } from '../matching/request-view.ts';
import type { RecordedExchange, RequestLine } from '../recording/record.ts';
import { pathOf, queryOf, urlOf } from './request-url.ts';

/** Maximum number of bytes of a decoded body, which is that of a recorded one. */
const MAX_DECODED = 1024 * 1024;

/** A recorded exchange, as conditions read its request. */
export class RecordedView implements RequestView {
  readonly exchange: RecordedExchange;
  #path: string | undefined;
  #headers: Fields | undefined;
  #content: RequestContent | undefined;

  constructor(exchange: RecordedExchange) {
    this.exchange = exchange;
  }

  get method(): string {
    return this.exchange.request.method;
  }

  get methods(): readonly string[] {
    return [this.method];
  }

  get target(): string {
    return this.exchange.request.target;
  }

  get path(): string {
    this.#path ??= pathOf(this.exchange);
    return this.#path;
  }

  get url(): string {
    return urlOf(this.exchange);
  }

  get query(): Fields {
    return queryOf(this.exchange);
  }

  get headers(): Fields {
    this.#headers ??= withoutAccountCookies(this.exchange.request.headers);
    return this.#headers;
  }

  get protocol(): Protocol {
    return this.exchange.connection.protocol;
  }

  get bin(): string | null {
    return this.exchange.bin;
  }

  get endpoint(): string | null {
    return this.exchange.endpoint;
  }

  get connection(): 'new' | 'reused' {
    return this.exchange.connection.requestNumber > 1 ? 'reused' : 'new';
  }

  get body(): BodyView {
    return this.exchange.request.body;
  }

  get content(): RequestContent {
    this.#content ??= new RequestContent(this, this.body, MAX_DECODED);
    return this.#content;
  }
}

/** The line of a request and its bin, for conditions that read nothing else. */
export class LineView implements RequestHead {
  readonly methods: readonly string[];
  readonly target: string;
  readonly bin: string | null;
  readonly method: string;
  readonly url = '';
  readonly headers: Fields = [];
  readonly protocol = 'HTTP/1.1';
  readonly endpoint = null;

  constructor({ method, target, bin }: RequestLine) {
    this.method = method;
    this.methods = [method];
    this.target = target;
    this.bin = bin;
  }

  get path(): string {
    return pathOf({ request: this });
  }

  get query(): Fields {
    return queryOf({ request: this });
  }
}
