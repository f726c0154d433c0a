import { type Static, Type } from 'typebox';

/** The suite that these cases are. */
export const SUITE_VERSION = '1.0';

/** What an adapter must be told to do, because the server cannot see whether the client can. */
export const FEATURES = [
  'redirects',
  'max-redirects',
  'cookies',
  'auth',
  'auth-digest',
  'proxy',
  'http2',
  'ca',
  'client-certificate',
  'no-verify',
  'stream',
  'request-trailers',
  'expect',
  'abort',
  'retry',
  'max-body',
  'resume',
  'cache',
  'concurrent',
  'raw-fields',
  'trailers',
  'informational',
] as const;

export type Feature = (typeof FEATURES)[number];

const Pairs = Type.Array(Type.Tuple([Type.String(), Type.String()]));

/** The first line of an adapter. Unknown members, also of `supports`, are ignored. */
export const Hello = Type.Object({
  hello: Type.Integer(),
  client: Type.String({ minLength: 1, maxLength: 200 }),
  version: Type.String({ maxLength: 200 }),
  language: Type.Optional(Type.String({ maxLength: 200 })),
  adapter: Type.Optional(Type.String({ maxLength: 200 })),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
  defaults: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  parallel: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  supports: Type.Optional(Type.Array(Type.String())),
});
export type Hello = Static<typeof Hello>;

const ERROR_CLASSES = [
  'invalid-request',
  'dns',
  'connection',
  'tls',
  'timeout',
  'protocol',
  'redirect',
  'decode',
  'too-large',
  'aborted',
  'other',
] as const;

/** What a client told its user about one request. Without `error`, it told that the response is complete. */
export const Outcome = Type.Object({
  id: Type.Integer(),
  status: Type.Optional(Type.Integer()),
  headers: Type.Optional(Pairs),
  body: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' })),
  size: Type.Optional(Type.Integer({ minimum: 0 })),
  sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  error: Type.Optional(Type.Enum([...ERROR_CLASSES])),
  message: Type.Optional(Type.String()),
  threw: Type.Optional(Type.Boolean()),
  unsupported: Type.Optional(Type.String()),
  adapterError: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  redirects: Type.Optional(Type.Array(Type.Object({ status: Type.Integer(), url: Type.String() }))),
  informational: Type.Optional(Type.Array(Type.Object({ status: Type.Integer() }))),
  trailers: Type.Optional(Pairs),
  http: Type.Optional(Type.String()),
  reused: Type.Optional(Type.Boolean()),
  attempts: Type.Optional(Type.Integer()),
  ms: Type.Optional(Type.Object({})),
});
export type Outcome = Static<typeof Outcome>;

/** A request that an adapter makes with its client. Times are in seconds. */
export interface AdapterRequest {
  readonly session: string;
  readonly method: string;
  /** As a user would pass it; never through a type for URLs. */
  readonly url: string;
  readonly timeout: number;
  readonly headers?: readonly (readonly [string, string])[];
  /** Base64. */
  readonly body?: string;
  /** Length of a body whose byte i is (97 + i) mod 256. */
  readonly bodySize?: number;
  readonly bodyKind?: 'bytes' | 'text' | 'stream';
  readonly redirects?: boolean | number;
  readonly auth?: { readonly scheme: 'basic' | 'digest'; readonly user: string; readonly password: string };
  /** URL of a proxy for this request, with credentials. */
  readonly proxy?: string;
  readonly verify?: boolean;
  readonly maxBody?: number;
  readonly retry?: { readonly max: number };
  readonly expect?: true;
  readonly trailers?: readonly (readonly [string, string])[];
  /** Whether the session has a cache of its own. */
  readonly cache?: true;
  readonly abort?: { readonly at: 'headers' | number } | { readonly after: number };
}

/** The generated body of `bodySize`. */
export function generatedBody(size: number): Buffer {
  return Buffer.alloc(size, PERIOD);
}

const PERIOD = Buffer.from(Array.from({ length: 256 }, (_, index) => (97 + index) % 256));
