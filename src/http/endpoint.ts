import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { BodyStream } from './body-stream.ts';
import type { Comparison } from './comparison.ts';
import type { Exchange } from './exchange.ts';
import type { Fields } from './fields.ts';
import { AnyContent, type ContentDeclaration, type ResponseDeclarations } from './response.ts';

/** `*` is every method that is not named, of any token (RFC 9110 §9.1). */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'TRACE' | '*';

/** The names between braces of a path template: `/etag/{etag}` has `etag`; `{rest+}` takes the remainder. */
export type ParameterName<Path extends string> = Path extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}+` ? Name : Inside) | ParameterName<Rest>
  : never;

type ParameterSchemas<Path extends string> = { [Name in ParameterName<Path>]: TSchema };

type Values<Schemas> = {
  [Name in keyof Schemas]: Schemas[Name] extends TSchema ? Static<Schemas[Name]> : never;
};

/** A body that the endpoint wants as the bytes that came, whatever they are. */
export interface AnyBody {
  readonly kind: 'any';
  readonly description: string;
  /** What clients send, by media type. The kernel does not check it. */
  readonly content: ContentDeclaration;
}

/** A body that the endpoint reads while it comes; it sets the limit itself. */
export interface StreamBody extends Omit<AnyBody, 'kind'> {
  readonly kind: 'stream';
}

type QueryValues<Query> = Query extends TProperties ? Static<TObject<Query>> : never;

type BodyValue<Body> = Body extends AnyBody
  ? Buffer
  : Body extends StreamBody
    ? BodyStream
    : Body extends TSchema
      ? Static<Body>
      : undefined;

/** A request to try and what must come back. Shown in the docs and sent over the wire by the tests. */
export interface Example {
  readonly method?: string;
  /** Path and query, as they are sent. */
  readonly path: string;
  readonly fields?: Fields;
  readonly body?: string;
  readonly status: number;
  /** Fields that must be on the answer: an exact value, or a pattern. */
  readonly answers?: readonly (readonly [name: string, value: string | RegExp])[];
}

export interface Call<Params, Query, Body, Context, Caller> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly exchange: Exchange;
  readonly service: Context;
  readonly caller: Caller;
}

/** Everything about an endpoint that is not its types. */
export interface Description {
  /** Such as `/cookies/set/{name}/{value}`. An integer parameter matches digits only; a miss is 404. */
  readonly path: string;
  /** HEAD and OPTIONS follow from these. */
  readonly methods: readonly Method[];
  readonly tag: string;
  /** One sentence. */
  readonly summary: string;
  readonly description?: string;
  /** URL of what the original says about it. */
  readonly documentation?: string;
  readonly deprecated?: boolean;
  /** The kind of credentials the service asks for, in its own words. */
  readonly access?: string;
  readonly responses: ResponseDeclarations;
  readonly compare?: Comparison;
  readonly examples: readonly Example[];
}

/** An endpoint as the kernel keeps it, its types forgotten. */
export interface Endpoint extends Description {
  readonly params?: Readonly<Record<string, TSchema>>;
  readonly query?: TProperties;
  readonly strictQuery?: boolean;
  readonly anyCaseQuery?: boolean;
  readonly body?: AnyBody | StreamBody | TSchema;
  handle(call: Call<unknown, unknown, unknown, unknown, unknown>): void | Promise<void>;
  upgrade?(call: UpgradeCall<unknown>): void | Promise<void>;
}

/** A connection that leaves HTTP for another protocol (RFC 9110 §7.8). */
export interface UpgradeCall<Context> {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What has been read behind the request. */
  readonly head: Buffer;
  readonly service: Context;
}

export interface Declaration<Path extends string, Params, Query, Body, Context, Caller> extends Description {
  readonly path: Path;
  readonly params?: Params;
  /**
   * Query parameters. A `Type.Array` takes every value of a name that is repeated, anything else the first. With
   * `clamp: true` in its schema, one that is out of range or unreadable is mended, not refused.
   */
  readonly query?: Query;
  /**
   * Refuses a parameter that is not declared, or repeated without being a list. One without a value is passed over,
   * since the form of a page sends those too.
   */
  readonly strictQuery?: boolean;
  /** Knows the names of query parameters, which are declared in lower case, in any case. */
  readonly anyCaseQuery?: boolean;
  /** A JSON object of this schema, or any bytes, whole or as they come. Without it the handler sees no body. */
  readonly body?: Body;
  handle(
    call: Call<Values<Params>, QueryValues<Query>, BodyValue<Body>, Context, Caller>,
  ): void | Promise<void>;
  /** Takes the connection over from a client that asks for WebSocket; any other is handled as always. */
  upgrade?(call: UpgradeCall<Context>): void | Promise<void>;
}

/**
 * Gives a service its own `endpoint` function: an endpoint is declared once, as one object, and routing, validation,
 * types, OpenAPI, documentation and tests are drawn from it.
 */
export function declareFor<Context, Caller = undefined>() {
  return function endpoint<
    const Path extends string,
    Params extends ParameterSchemas<Path>,
    Query extends TProperties,
    Body extends AnyBody | StreamBody | TSchema | undefined = undefined,
  >(declaration: Declaration<Path, Params, Query, Body, Context, Caller>): Endpoint {
    // Sound: the kernel calls it only with what it decoded by the same declaration, and the service's own context.
    return declaration as unknown as Endpoint;
  };
}

const ANY: ContentDeclaration = { '*/*': AnyContent };

export function anyBody(description: string, content: ContentDeclaration = ANY): AnyBody {
  return { kind: 'any', description, content };
}

export function streamBody(description: string, content: ContentDeclaration = ANY): StreamBody {
  return { kind: 'stream', description, content };
}

/** A form (WHATWG URL §5) with these fields, which the handler reads itself. */
export function formContent(fields: TProperties): ContentDeclaration {
  return { 'application/x-www-form-urlencoded': Type.Object(fields) };
}

/** Whether the body may be any bytes, and is no JSON of a schema. */
export function isOfBytes(body: AnyBody | StreamBody | TSchema): body is AnyBody | StreamBody {
  return 'kind' in body && (body.kind === 'any' || body.kind === 'stream') && 'content' in body;
}
