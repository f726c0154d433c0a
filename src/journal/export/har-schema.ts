import { type Static, type TSchema, Type } from 'typebox';
import { ExchangeSummary } from '../views/entry-schema.ts';

/** Name and value, as the lists of an HTTP Archive have them. */
export const HarPair = Type.Object({ name: Type.String(), value: Type.String() });
export type HarPair = Static<typeof HarPair>;

/** A cookie; one of a request has a name and a value only. */
export const HarCookie = Type.Object({
  ...HarPair.properties,
  path: Type.Optional(Type.String()),
  domain: Type.Optional(Type.String()),
  expires: Type.Optional(Type.String({ format: 'date-time', description: 'A time in UTC.' })),
  httpOnly: Type.Optional(Type.Boolean()),
  secure: Type.Optional(Type.Boolean()),
});
export type HarCookie = Static<typeof HarCookie>;

/** The members of a message that the standard has no place for. */
const details = {
  _sha256: Type.Optional(
    Type.String({
      description: 'The SHA-256 digest of the body, in hexadecimal; absent if the body has a secret.',
    }),
  ),
  _keptSize: Type.Optional(
    Type.Integer({ description: 'The number of kept bytes of a body that was recorded in part.' }),
  ),
  _trailers: Type.Optional(Type.Array(HarPair, { description: 'The trailer fields.' })),
};

/** Members of both messages. */
const message = {
  httpVersion: Type.String({ description: 'Such as `HTTP/1.1`.' }),
  cookies: Type.Array(HarCookie),
  headers: Type.Array(HarPair),
  headersSize: Type.Integer({
    description: 'Bytes from the first line to the empty line; -1 if they are unknown, as for HTTP/2.',
  }),
  bodySize: Type.Integer({ description: 'Bytes of the body as it was sent; -1 without a response.' }),
};

const HarParam = Type.Object({
  name: Type.String(),
  value: Type.Optional(Type.String({ description: 'Absent for content that is not UTF-8.' })),
  fileName: Type.Optional(Type.String({ description: 'The name of a file.' })),
  contentType: Type.Optional(Type.String({ description: 'The media type of a part.' })),
});
export type HarParam = Static<typeof HarParam>;

const PostData = Type.Object(
  {
    mimeType: Type.String(),
    text: Type.Optional(Type.String()),
    params: Type.Optional(Type.Array(HarParam, { description: 'The fields and the files of a form.' })),
    comment: Type.Optional(Type.String({ description: 'Where the parameters without a value are.' })),
    _base64: Type.Optional(Type.String({ description: 'The bytes of a body that is no text.' })),
  },
  { description: 'The body without its codings.' },
);
export type PostData = Static<typeof PostData>;

const HarRequest = Type.Object({
  method: Type.String(),
  url: Type.String(),
  ...message,
  queryString: Type.Array(HarPair),
  postData: Type.Optional(PostData),
  _target: Type.String({ description: 'The request target as received.' }),
  ...details,
});

const HarResponse = Type.Object({
  status: Type.Integer({ description: '0 without a response.' }),
  statusText: Type.String(),
  ...message,
  content: Type.Object(
    {
      size: Type.Integer({ description: 'The number of bytes.' }),
      mimeType: Type.String(),
      text: Type.Optional(Type.String()),
      encoding: Type.Optional(Type.String({ description: '`base64` if the body is no text.' })),
      compression: Type.Optional(Type.Integer({ description: 'The bytes that the codings saved.' })),
    },
    { description: 'The body without its codings.' },
  ),
  redirectURL: Type.String({ description: 'The field `Location`, or empty.' }),
  _transferSize: Type.Optional(Type.Integer({ description: 'Bytes of the head and the body.' })),
  _informational: Type.Optional(
    Type.Array(Type.Object({ status: Type.Integer(), headers: Type.Array(HarPair) }), {
      description: 'The informational responses before it.',
    }),
  ),
  ...details,
});

const { properties: recorded } = ExchangeSummary;

/** An exchange in an archive. */
export const HarEntry = Type.Object({
  startedDateTime: Type.String({ format: 'date-time', description: 'A time in UTC.' }),
  time: Type.Number({ description: 'Milliseconds, the sum of the timings.' }),
  request: HarRequest,
  response: HarResponse,
  cache: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Empty: a server has no cache of responses.',
  }),
  timings: Type.Object(
    {
      send: Type.Number({ description: 'Until the end of the request.' }),
      wait: Type.Number({ description: 'From then to the first byte of the response.' }),
      receive: Type.Number({ description: 'From then to the end of the response.' }),
    },
    { description: 'Milliseconds, as the server sees them.' },
  ),
  connection: Type.String({ description: 'The number of the connection.' }),
  _id: Type.Integer({ description: 'The id in the journal.' }),
  _bin: recorded.bin,
  _endpoint: recorded.endpoint,
  _ended: recorded.ended,
  _requestNumber: Type.Integer({ description: 'The place of the request on its connection, from 1.' }),
  _webSocket: Type.Optional(
    Type.Object(
      { received: Type.Integer(), sent: Type.Integer() },
      { description: 'The number of messages of a WebSocket.' },
    ),
  ),
  comment: Type.Optional(Type.String({ description: 'The note.' })),
  _marked: Type.Optional(Type.Boolean({ description: 'Whether the request is marked.' })),
  _replayOf: Type.Optional(Type.Integer({ description: 'The id of the request that this one repeats.' })),
});
export type HarEntry = Static<typeof HarEntry>;

/** An archive; `members` are further ones of its log. */
export function archiveOf<Members extends Readonly<Record<string, TSchema>>>(members: Members) {
  return Type.Object({
    log: Type.Object({
      version: Type.Literal('1.2'),
      creator: Type.Object({ name: Type.String(), version: Type.String() }),
      pages: Type.Array(Type.Unknown(), { maxItems: 0, description: 'Empty: a server knows no pages.' }),
      entries: Type.Array(HarEntry),
      ...members,
    }),
  });
}

/** An HTTP Archive 1.2. Members that begin with `_` are not of its standard. */
export const Har = archiveOf({});
export type Har = Static<typeof Har>;
