import { hash } from 'node:crypto';
import { withoutAccountCookies } from '#accounts/domain/request/account-cookies.ts';
import { binFieldsOf, readBin } from '#bins/request-bin.ts';
import { HttpError } from '#http/errors/errors.ts';
import { bufferBody } from '#http/message/body/body.ts';
import type { BodyBudget } from '#http/message/body/body-budget.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { isPreflight } from '#http/message/preflight.ts';
import type { Protocol } from '#http/message/received-request.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { buildUrl } from '#http/syntax/url.ts';
import type { BodyView } from '#journal/matching/body-view.ts';
import { RequestContent } from '#journal/matching/request-content.ts';
import { methodsOf, type RuleRequest } from './rule-request.ts';

/** What rules need to read requests. */
export interface RequestContext {
  /** The name of a further header field that names the bin of a request, in lower case. */
  readonly binHeader?: string | undefined;
  /** Maximum size of a body that rules read, in bytes. */
  readonly maxBodySize: number;
  readonly bodyBudget: BodyBudget;
}

/** The request of an exchange, as conditions read it. What is computed is computed once. */
export class LiveRequest implements RuleRequest {
  readonly #exchange: Exchange;
  readonly #context: RequestContext;
  readonly method: string;
  #headers: Fields | undefined;
  #query: Fields | undefined;
  #content: RequestContent | undefined;

  /** @param method that of the request, or the one that a preflight asks for. */
  constructor(exchange: Exchange, context: RequestContext, method = exchange.method) {
    this.#exchange = exchange;
    this.#context = context;
    this.method = method;
  }

  /**
   * Reads the body, so that conditions can read it, and the endpoint too.
   * @param rule the ID of the rule that needs it.
   * @throws HttpError 413 with the ID; 503 and 400 as the readers of endpoints.
   */
  async readBody(rule: string): Promise<void> {
    const { maxBodySize, bodyBudget } = this.#context;
    try {
      await bufferBody(this.#exchange, maxBodySize, () => this.#exchange.reserve(bodyBudget));
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 413) throw error;
      throw new HttpError(
        413,
        `The rule ${rule} needs the body, which is larger than ${maxBodySize} bytes, the maximum of this server.`,
        { fields: error.fields },
      );
    }
  }

  get methods(): readonly string[] {
    return methodsOf(this.method);
  }

  get isPreflight(): boolean {
    return isPreflight(this.#exchange);
  }

  get preflighted(): LiveRequest {
    const method = this.#exchange.field('Access-Control-Request-Method');
    return new LiveRequest(this.#exchange, this.#context, method);
  }

  get target(): string {
    return this.#exchange.head.target;
  }

  get path(): string {
    return this.#exchange.path;
  }

  get url(): string {
    const { scheme, authority } = this.#exchange;
    return buildUrl(`${scheme}://${authority}`, this.target);
  }

  get query(): Fields {
    this.#query ??= parsePairs(this.#exchange.query ?? '');
    return this.#query;
  }

  get headers(): Fields {
    this.#headers ??= withoutAccountCookies(this.#exchange.fields);
    return this.#headers;
  }

  get protocol(): Protocol {
    return this.#exchange.protocol;
  }

  get bin(): string | null {
    const { target, authority } = this.#exchange;
    return readBin(binFieldsOf(this.headers, this.#context.binHeader), target, authority).bin;
  }

  get connection(): 'new' | 'reused' {
    return this.#exchange.requestNumber > 1 ? 'reused' : 'new';
  }

  /** Empty before `readBody`. */
  get body(): BodyView {
    const retained = this.#exchange.bufferedBody ?? EMPTY;
    return {
      length: retained.length,
      kept: retained,
      truncated: false,
      get sha256() {
        return retained.length === 0 ? null : hash('sha256', retained);
      },
    };
  }

  get content(): RequestContent {
    this.#content ??= new RequestContent(this, this.body, this.#context.maxBodySize);
    return this.#content;
  }

  get endpoint(): string | null {
    const { template } = this.#exchange.route;
    return template === '' ? null : template;
  }
}

const EMPTY = Buffer.alloc(0);
