import { type Static, Type } from 'typebox';

const optional = Type.Optional;

const BodyKind = Type.Object(
  {
    kind: Type.String({ description: 'Such as `json`, `form`, `multipart`, `image`, `text`, or empty.' }),
    size: Type.Integer({ description: 'Bytes of the body.' }),
  },
  { description: 'Kind and size of a body; absent without one.' },
);

/** An entry as a row of a list: at most 400 bytes of JSON, unless its texts are long. Members that do not apply are absent. */
export const ListView = Type.Object({
  id: Type.Integer(),
  kind: optional(Type.String({ description: 'The kind of an entry that is no exchange.' })),
  at: Type.Number({ description: 'Milliseconds since the epoch.' }),
  method: optional(Type.String()),
  target: Type.String({
    description:
      'The request target, of which a long one has its first and last characters; of an entry that is no exchange, its title.',
  }),
  code: optional(Type.String({ description: 'Kind of what was rejected, or code of OpenSSL.' })),
  host: optional(Type.String()),
  status: optional(Type.Integer()),
  ended: optional(Type.String({ description: 'How the exchange ended, unless with its response.' })),
  pending: optional(Type.Boolean({ description: 'Whether the exchange is in progress.' })),
  fault: optional(Type.String()),
  sent: optional(BodyKind),
  answered: optional(BodyKind),
  firstByte: optional(Type.Number({ description: 'Milliseconds to the head of the response.' })),
  ms: optional(Type.Number({ description: 'Milliseconds to the end of the exchange.' })),
  connection: Type.String({ description: 'Numbers of the connection and of the request on it.' }),
  client: Type.String(),
  protocol: optional(Type.String()),
  tls: optional(Type.String()),
  bin: optional(Type.String()),
  lab: optional(Type.String({ description: 'Lab, key and number of the attempt.' })),
  messages: optional(Type.Integer({ description: 'Number of messages of a WebSocket.' })),
  again: optional(Type.Integer({ description: 'The id of the exchange that this one repeats.' })),
  unmatched: optional(Type.Boolean()),
  own: optional(Type.Boolean({ description: 'Whether a browser has loaded a page of the server.' })),
  marked: optional(Type.Boolean()),
  note: optional(Type.String({ description: 'The first characters of the note.' })),
  columns: optional(
    Type.Array(Type.Union([Type.String(), Type.Null()]), {
      description: 'The first characters of the headers that `columns` names; null for an absent one.',
    }),
  ),
});

const { status, ended, pending, fault } = ListView.properties;

/** The members of a row that tell how an exchange ended. */
export const EndView = Type.Object({ status, ended, pending, fault });

export type EndView = Static<typeof EndView>;

/** The last request of several. */
export const LastRequest = Type.Object({ id: Type.Integer(), method: Type.String(), ...EndView.properties });

export type LastRequest = Static<typeof LastRequest>;

export type ListView = Static<typeof ListView>;
