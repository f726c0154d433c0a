import type { Duplex } from 'node:stream';
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { BodyStream } from '../message/body/body-stream.ts';
import type { Exchange } from '../message/exchange.ts';
import type { WebSocketRecorder } from '../message/exchange-recorder.ts';
import { AnyContent, type ContentDeclaration, type ResponseDeclarations } from '../message/response.ts';
import type { Fields } from '../syntax/fields.ts';
import { formatSize } from '../syntax/text.ts';
import type { Comparison } from './comparison.ts';

/** `*` matches every method without an endpoint of its own (RFC 9110 §9.1). */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'TRACE' | '*';

/** The names in braces of a path template: `/etag/{etag}` has `etag`. `{rest+}` matches the remainder of the path. */
export type ParameterName<Path extends string> = Path extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}+` ? Name : Inside) | ParameterName<Rest>
  : never;

type ParameterSchemas<Path extends string> = { [Name in ParameterName<Path>]: TSchema };

type Values<Schemas> = {
  [Name in keyof Schemas]: Schemas[Name] extends TSchema ? Static<Schemas[Name]> : never;
};

/** A body of any bytes, as received. */
export interface AnyBody {
  readonly kind: 'any';
  readonly description: string;
  /** Documented content by media type. The endpoint validates it. */
  readonly content: ContentDeclaration;
  /** Maximum number of bytes, if it is smaller than the settings can be. */
  readonly maxSize?: number;
}

/** A body that the endpoint reads as a stream, with its own limit. */
export interface StreamBody extends Omit<AnyBody, 'kind' | 'maxSize'> {
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

/** A request and its expected response. Shown in the documentation, and sent by the tests. */
export interface Example {
  /** What it shows, if the endpoint has several examples. The documentation shows the path of the only one. */
  readonly title?: string;
  readonly method?: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly fields?: Fields;
  readonly body?: string;
  readonly status: number;
  /** Required fields of the response: an exact value or a pattern. */
  readonly responseFields?: readonly (readonly [name: string, value: string | RegExp])[];
}

/** A segment of a path that directs the response. Text between backticks is code. */
export interface Directive {
  /** How it is written, such as `times=N`. */
  readonly segment: string;
  readonly effect: string;
  /** The value without it, if it has one. */
  readonly default?: string;
}

export interface Call<Params, Query, Body, Context, Caller> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly exchange: Exchange;
  readonly service: Context;
  readonly caller: Caller;
}

/** The untyped part of an endpoint. */
export interface Description {
  /** For example `/cookies/set/{name}/{value}`. An integer parameter matches digits only; anything else is 404. */
  readonly path: string;
  /** Further paths that have no parameters and are not documented. */
  readonly otherPaths?: readonly string[];
  /** HEAD and OPTIONS are derived. */
  readonly methods: readonly Method[];
  readonly tag: string;
  /** One sentence. */
  readonly summary: string;
  readonly description?: string;
  /** URL of the original's documentation. */
  readonly documentation?: string;
  readonly deprecated?: boolean;
  /** The kind of credentials, one of the service's own names. */
  readonly access?: string;
  /** Whether the path with a slash at the end is redirected to this path, if the service does not redirect all of its paths. */
  readonly redirectsSlash?: true;
  readonly responses: ResponseDeclarations;
  readonly compare?: Comparison;
  /** What the segments of a parameter mean that matches the remainder of the path. */
  readonly directives?: readonly Directive[];
  readonly examples: readonly Example[];
  /** The file that declares the endpoint, below `src`, if the path does not name it. */
  readonly source?: string;
}

/** An endpoint without its static types, as the kernel uses it. */
export interface Endpoint extends Description {
  readonly params?: Readonly<Record<string, TSchema>>;
  readonly query?: TProperties;
  readonly strictQuery?: Strictness;
  readonly anyCaseQuery?: boolean;
  readonly body?: AnyBody | StreamBody | TSchema;
  readonly hasPointers?: boolean;
  handle(call: Call<unknown, unknown, unknown, unknown, unknown>): void | Promise<void>;
  upgrade?(call: UpgradeCall<unknown>): void | Promise<void>;
}

/** A request that asks for another protocol, in the form that `ws` takes. */
export interface UpgradeRequest {
  readonly method: string;
  readonly url: string;
  /** By lower-case name; the values of repeated fields are joined with `, `. */
  readonly headers: Record<string, string>;
}

/** A connection that upgrades to another protocol (RFC 9110 §7.8). */
export interface UpgradeCall<Context> {
  readonly request: UpgradeRequest;
  /** What was received behind the request is read from it first. */
  readonly socket: Duplex;
  /** Takes the head of the response, and the messages. */
  readonly recorder: WebSocketRecorder;
  readonly service: Context;
}

/** How the query of an endpoint is checked besides the types of its declared values. */
export type Strictness = boolean | 'non-empty';

/** The typed members of an endpoint. */
interface TypedMembers<Path extends string, Params, Query, Body, Context, Caller> {
  readonly path: Path;
  /** An example without a path has that of the endpoint. */
  readonly examples: readonly (Omit<Example, 'path'> & Partial<Pick<Example, 'path'>>)[];
  readonly params?: Params;
  /**
   * Query parameters. A `Type.Array` takes all values of a repeated name, any other schema the first. With `clamp: true`
   * in the schema, an invalid value becomes the maximum or the default instead of an error.
   */
  readonly query?: Query;
  /**
   * Rejects undeclared parameters, and repeated ones that are not lists. Ignores empty values, which forms of pages send;
   * with `non-empty`, rejects them, because the value of a variable that is not set would select everything.
   */
  readonly strictQuery?: Strictness;
  /** Matches names of query parameters in any case. They are declared in lower case. */
  readonly anyCaseQuery?: boolean;
  /** A JSON object of this schema, any bytes, or a stream. Without it, the handler gets no body. */
  readonly body?: Body;
  /** Whether the error of a JSON body names each problem by a JSON Pointer. */
  readonly hasPointers?: boolean;
  handle(
    call: Call<Values<Params>, QueryValues<Query>, BodyValue<Body>, Context, Caller>,
  ): void | Promise<void>;
  /** Handles a WebSocket upgrade. Other requests go to `handle`. */
  upgrade?(call: UpgradeCall<Context>): void | Promise<void>;
}

/** Members with a default, which a declaration may omit. */
type Defaults = Partial<Pick<Description, 'methods' | 'access' | 'responses'>>;

/**
 * Creates the `endpoint` function of a service. An endpoint is declared once, as one object. Routing, validation, types,
 * OpenAPI, documentation and tests are derived from it.
 * @param defaults members of all endpoints; `responses` are added to those of the endpoint. `methods` defaults to GET.
 */
export function declareFor<Context, Caller = undefined, Given extends keyof Defaults = never>(
  defaults?: Defaults & Pick<Description, Given>,
) {
  return function endpoint<
    const Path extends string,
    Params extends ParameterSchemas<Path>,
    Query extends TProperties,
    Body extends AnyBody | StreamBody | TSchema | undefined = undefined,
  >(
    declaration: Omit<Description, 'path' | 'methods' | 'examples' | Given> &
      Defaults &
      TypedMembers<Path, Params, Query, Body, Context, Caller>,
  ): Endpoint {
    const responses = { ...defaults?.responses, ...declaration.responses };
    const examples = declaration.examples.map((example) => ({ path: declaration.path, ...example }));
    // Sound: the kernel calls it only with values decoded by the same declaration, and with the context of the service.
    return { methods: ['GET'], ...defaults, ...declaration, responses, examples } as unknown as Endpoint;
  };
}

const ANY: ContentDeclaration = { '*/*': AnyContent };

/** @param maxSize of the body, in bytes; a multiple of a KiB. Larger bodies get 413, also within the limit of the server. */
export function anyBody(description: string, content: ContentDeclaration = ANY, maxSize?: number): AnyBody {
  if (maxSize === undefined) return { kind: 'any', description, content };
  return { kind: 'any', description: `${description} At most ${formatSize(maxSize)}.`, content, maxSize };
}

export function streamBody(description: string, content: ContentDeclaration = ANY): StreamBody {
  return { kind: 'stream', description, content };
}

/** A form (WHATWG URL §5) with these fields, which the handler parses itself. */
export function formContent(fields: TProperties): ContentDeclaration {
  return { 'application/x-www-form-urlencoded': Type.Object(fields) };
}

/** Whether the body is any bytes, and not JSON of a schema. */
export function isOfBytes(body: AnyBody | StreamBody | TSchema): body is AnyBody | StreamBody {
  return 'kind' in body && (body.kind === 'any' || body.kind === 'stream') && 'content' in body;
}
