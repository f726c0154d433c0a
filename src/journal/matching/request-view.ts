import type { Protocol } from '#http/message/received-request.ts';
import type { Fields } from '#http/syntax/fields.ts';
import type { BodyView } from './body-view.ts';
import type { RequestContent } from './request-content.ts';

/** The head of a request, live or recorded, as conditions read it. */
export interface RequestHead {
  readonly method: string;
  /** The methods that a condition can name. */
  readonly methods: readonly string[];
  /** The request target as received. */
  readonly target: string;
  /** The path without the prefix of a bin, still percent-encoded. */
  readonly path: string;
  /** The absolute URL. */
  readonly url: string;
  /** Names and values of the query, decoded. */
  readonly query: Fields;
  readonly headers: Fields;
  readonly protocol: Protocol;
  readonly bin: string | null;
  /** The template of the endpoint, such as `/status/{codes}`; null without one. */
  readonly endpoint: string | null;
}

/** A request with its body. */
export interface RequestView extends RequestHead {
  /** Whether it is the first request of its connection. */
  readonly connection: 'new' | 'reused';
  readonly body: BodyView;
  /** The body without its content codings. */
  readonly content: RequestContent;
}
