import { readBin } from '../http/message/bin.ts';
import type { Exchange } from '../http/message/exchange.ts';
import { type Fields, findField } from '../http/message/fields.ts';
import { isPreflight } from '../http/message/preflight.ts';
import { parsePairs } from '../http/syntax/query.ts';
import { toUrl } from '../http/syntax/url.ts';
import type { Protocol } from '../http/transport/http2.ts';
import type { RequestHead } from '../matching/request-view.ts';

/** The request of an exchange, as conditions read it. What is computed is computed once. */
export class LiveRequest implements RequestHead {
  readonly #exchange: Exchange;
  #headers: Fields | undefined;
  #query: Fields | undefined;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  get method(): string {
    return this.#exchange.method;
  }

  /** A `GET` in a match also holds for HEAD, whose response has the same head (RFC 9110 §9.3.2). */
  get methods(): readonly string[] {
    return this.method === 'HEAD' ? HEAD_METHODS : [this.method];
  }

  get isPreflight(): boolean {
    return isPreflight(this.#exchange);
  }

  get target(): string {
    return this.#exchange.request.url ?? '';
  }

  get path(): string {
    return this.#exchange.path;
  }

  get url(): string {
    const { scheme, authority } = this.#exchange;
    return toUrl(`${scheme}://${authority}`, this.target);
  }

  get query(): Fields {
    this.#query ??= parsePairs(this.#exchange.query ?? '');
    return this.#query;
  }

  get headers(): Fields {
    this.#headers ??= this.#exchange.fields;
    return this.#headers;
  }

  get protocol(): Protocol {
    return this.#exchange.protocol;
  }

  get bin(): string | null {
    const { target, authority } = this.#exchange;
    const named = findField(this.headers, 'Sparring-Bin');
    return readBin(named, target, authority).bin;
  }

  get endpoint(): string | null {
    const { template } = this.#exchange.route;
    return template === '' ? null : template;
  }
}

const HEAD_METHODS = ['HEAD', 'GET'];
