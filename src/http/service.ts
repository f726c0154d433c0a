import type { Runtime } from '../runtime.ts';
import type { Endpoint } from './endpoint.ts';
import type { HttpError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Fields } from './fields.ts';
import type { ContentDeclaration, DescribedResponse } from './response.ts';

/** How a service writes its answers. */
export interface Manner {
  /** Value of `Content-Type` on JSON answers. */
  readonly jsonType: string;
  toJson(value: unknown): string;
  /** What stands behind the status in the status line of HTTP/1. */
  reasonPhrase(status: number): string;
  /** Fields that stand on every answer, errors included; without an exchange when the request could not be read. */
  commonFields(exchange: Exchange | undefined, status: number): Fields;
  /** Called when the answer's head is written. */
  answered?(exchange: Exchange, status: number): void;
}

/** Content of an error answer and its own fields, `Content-Type` among them. */
export interface ErrorAnswer {
  readonly fields: Fields;
  readonly content: string;
}

/** What endpoints of one kind of `access` ask for. */
export interface Credentials {
  readonly description: string;
  /** Security schemes of OpenAPI by name. One of them is enough. */
  readonly schemes: Readonly<Record<string, object>>;
  /** Whether a request without credentials is served too. */
  readonly isOptional?: boolean;
  /** Whether they are the client's choice, and not those of an account. */
  readonly isArbitrary?: boolean;
}

/** A service, mounted by value. The kernel knows nothing else about it. */
export interface Service extends Manner {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The path under which whatever it does not know is still its own to refuse: `` or `/api/v3`. */
  readonly prefix: string;
  /** Further paths under which the service answers for what it does not know. */
  readonly otherPrefixes?: readonly string[];
  readonly endpoints: readonly Endpoint[];
  /** Most bytes of a body that the service reads, where fewer than the server's limit are enough. */
  readonly maxBodySize?: number;
  /** Path of the page that people begin at, where the service has pages. */
  readonly entrance?: string;
  /**
   * `whole`: the path is decoded before it is cut into segments, so `%2F` separates (WSGI's way).
   * `segment`: it is cut first, so `%2F` is part of a segment (RFC 3986 §2.2).
   */
  readonly pathDecoding: 'whole' | 'segment';
  /** Credentials by the endpoints' `access`; `default` is of endpoints without one. */
  readonly security?: Readonly<Record<string, Credentials>>;
  /** Descriptions of the endpoints' tags. */
  readonly tags: Readonly<Record<string, string>>;
  /** Content of an error by media type. */
  readonly errorContent: ContentDeclaration;
  /** The same of errors that endpoints do not declare, where it is more. */
  readonly otherErrorContent?: ContentDeclaration;
  /** Other representations in which a response to GET with JSON may come. */
  readonly jsonAlternatives?: ContentDeclaration;
  /** Responses by status, errors aside, to requests that no endpoint takes. */
  readonly otherResponses?: Readonly<Record<number, DescribedResponse>>;
  /** What handlers get as `service`. */
  readonly context: unknown;
  /** Which requests may call the service by any host, also where the server has a list of allowed hosts. */
  readonly anyHost?: 'always' | 'with-credentials';
  /** Whether it refuses what a web page sends, so that the documentation has nothing to try. */
  readonly isClosedToPages?: true;
  /** The answer to a refusal; without an exchange when the request could not be read. */
  renderError(error: HttpError, exchange: Exchange | undefined): ErrorAnswer;
  /** Answers OPTIONS on a path that exists; `allow` is the value of the `Allow` field. */
  options(exchange: Exchange, allow: string): void;
  /** Runs before anything of the request is decoded; what it returns is the handler's `caller`. It refuses by throwing. */
  admit?(exchange: Exchange, endpoint: Endpoint): unknown;
  /** Answers a path that is not there, or, when `allow` is given, does not have the method. Default: 404 and 405. */
  miss?(exchange: Exchange, allow: string | undefined): void | Promise<void>;
  /** The answer to a method that the parser of HTTP/1 does not know. Default: 501. */
  unknownMethod?(): HttpError;
  /** When present, a path with repeated slashes that exists without them is answered by this. */
  mergedSlashes?(exchange: Exchange, merged: string): void;
  /** Ends what the service has under way, before its storage closes. */
  close?(): Promise<void>;
}

/** What every service may be given when it is opened. */
export interface Surroundings {
  readonly runtime: Runtime;
  readonly log: Log;
}

export interface Log {
  info(message: string, details?: object): void;
  warn(message: string, details?: object): void;
  error(message: string, details?: object): void;
}
