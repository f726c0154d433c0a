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

/** Names and values. A tuple of TypeBox is none of JSON Schema 2020-12. */
const Pairs = Type.Array(
  Type.Unsafe<[string, string]>(
    Type.Array(Type.String({ description: 'A character up to U+00FF is one octet.' }), {
      minItems: 2,
      maxItems: 2,
    }),
  ),
);

/** The first line of an adapter. Unknown members, also of `supports`, are ignored. */
export const Hello = Type.Object({
  hello: Type.Integer({ description: 'The version of the protocol: 1.' }),
  client: Type.String({ minLength: 1, maxLength: 200 }),
  version: Type.String({ maxLength: 200 }),
  versions: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 200 }), {
      description: 'What the client runs on: its runtime, the library of TLS, and the packages beneath.',
    }),
  ),
  language: Type.Optional(Type.String({ maxLength: 200 })),
  adapter: Type.Optional(Type.String({ maxLength: 200 })),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
  defaults: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  parallel: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 64, description: 'Requests at once. Default 1.' }),
  ),
  supports: Type.Optional(
    Type.Array(Type.String(), { description: `Features: ${FEATURES.join(', ')}. Others are ignored.` }),
  ),
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
  id: Type.Integer({ description: 'That of the request.' }),
  status: Type.Optional(Type.Integer()),
  headers: Type.Optional(Pairs),
  body: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', description: 'The decoded content, in Base64.' }),
  ),
  size: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Length of the content, in place of `body` above 1 MiB.' }),
  ),
  sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  error: Type.Optional(Type.Enum([...ERROR_CLASSES])),
  message: Type.Optional(Type.String({ description: 'The text of the error.' })),
  threw: Type.Optional(Type.Boolean()),
  unsupported: Type.Optional(
    Type.String({ description: 'What the client cannot do, in place of an outcome.' }),
  ),
  adapterError: Type.Optional(
    Type.String({ description: 'Why the adapter failed, in place of an outcome.' }),
  ),
  url: Type.Optional(Type.String({ description: 'The URL of the response, after redirects.' })),
  redirects: Type.Optional(Type.Array(Type.Object({ status: Type.Integer(), url: Type.String() }))),
  informational: Type.Optional(Type.Array(Type.Object({ status: Type.Integer() }))),
  trailers: Type.Optional(Pairs),
  http: Type.Optional(Type.String()),
  reused: Type.Optional(Type.Boolean()),
  attempts: Type.Optional(Type.Integer()),
  ms: Type.Optional(Type.Object({})),
});
export type Outcome = Static<typeof Outcome>;

const GivenPairs = Type.Unsafe<readonly (readonly [string, string])[]>(Pairs);

/** A request that an adapter makes with its client. Times are in seconds. */
export const AdapterRequest = Type.Object({
  session: Type.String({ description: 'One client object, with its pool and cookies, for each name.' }),
  method: Type.String(),
  url: Type.String({ description: 'As a user would pass it; never through a type for URLs.' }),
  timeout: Type.Number({ exclusiveMinimum: 0, description: 'The own limit of the client, in seconds.' }),
  headers: Type.Optional(GivenPairs),
  body: Type.Optional(Type.String({ description: 'The content, in Base64.' })),
  bodySize: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'In place of `body`: so many bytes, of which byte i is (97 + i) mod 256.',
    }),
  ),
  bodyKind: Type.Optional(
    Type.Enum(['bytes', 'text', 'stream'], {
      description: 'How the client gets the content; bytes by default. `stream` is without a known length.',
    }),
  ),
  redirects: Type.Optional(
    Type.Union([Type.Boolean(), Type.Integer({ minimum: 0 })], {
      description: 'Whether redirects are followed, or the maximum number.',
    }),
  ),
  auth: Type.Optional(
    Type.Object({ scheme: Type.Enum(['basic', 'digest']), user: Type.String(), password: Type.String() }),
  ),
  proxy: Type.Optional(
    Type.String({ description: 'URL of a proxy for this request, with its credentials.' }),
  ),
  verify: Type.Optional(
    Type.Boolean({ description: 'false: the certificate of this request is not checked.' }),
  ),
  maxBody: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Maximum length of the decoded content, in bytes.' }),
  ),
  retry: Type.Optional(
    Type.Object({
      max: Type.Integer({ minimum: 0, description: 'Repeats after the first attempt, also after 503.' }),
    }),
  ),
  expect: Type.Optional(
    Type.Literal(true, { description: 'The client sends Expect: 100-continue, and waits.' }),
  ),
  trailers: Type.Optional(GivenPairs),
  cache: Type.Optional(Type.Literal(true, { description: 'The session has a cache of its own.' })),
  abort: Type.Optional(
    Type.Object({
      at: Type.Union([Type.Literal('headers'), Type.Integer({ minimum: 1 })], {
        description: 'The user cancels at the head, or after so many bytes of content.',
      }),
    }),
  ),
});
export type AdapterRequest = Readonly<Static<typeof AdapterRequest>>;

/** The generated body of `bodySize`. */
export function generatedBody(size: number): Buffer {
  return Buffer.alloc(size, PERIOD);
}

const PERIOD = Buffer.from(Array.from({ length: 256 }, (_, index) => (97 + index) % 256));
