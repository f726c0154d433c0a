import { Type } from 'typebox';
import { bodyText } from '#journal/matching/body-content.ts';
import type { RecordedMessage } from '#journal/recording/message-log.ts';
import type { Redaction } from '#journal/views/redaction.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { notFound } from '../state/errors.ts';
import { EntryId, findExchange, redactionFor, secrets } from './journal-access.ts';

const Message = Type.Object({
  number: Type.Integer({ description: 'Number of the message on its connection, from 1.' }),
  direction: Type.String({ enum: ['received', 'sent'] }),
  type: Type.String({ enum: ['text', 'binary', 'ping', 'pong', 'close'] }),
  ms: Type.Number({ description: 'Milliseconds from the head of the request.' }),
  size: Type.Integer({ description: 'Number of bytes.' }),
  truncated: Type.Boolean({ description: 'Whether the journal keeps only the first bytes.' }),
  text: Type.Optional(Type.String({ description: 'The kept bytes, if they are UTF-8.' })),
  base64: Type.Optional(Type.String({ description: 'The kept bytes, if they are not UTF-8.' })),
  code: Type.Optional(Type.Integer({ description: 'The code of a close frame.' })),
});

export const readMessages = operation({
  name: 'requests-messages',
  summary: 'Returns the messages of a recorded WebSocket.',
  input: inputOf({ id: EntryId, secrets }),
  output: Type.Object({
    messages: Type.Array(Message),
    received: Type.Integer({ description: 'Number of messages from the client.' }),
    sent: Type.Integer({ description: 'Number of messages to the client.' }),
    open: Type.Boolean({ description: 'Whether the connection is open.' }),
  }),
  errors: ['notFound', 'conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests/{id}/messages',
    tag: 'Journal',
    description:
      'The first 50 and the last 150, with at most 4 KiB of each, and 256 KiB of a connection. Pings, pongs and close frames are included.',
    examples: [{ path: '/_sparring/requests/1/messages', status: 404 }],
  },
  async run({ id, secrets: shown }, context) {
    const { webSocket, ended } = await findExchange(context, id);
    if (!webSocket) throw notFound(`Request ${id} is not a WebSocket.`);
    const redaction = redactionFor(context, shown);
    const { received, sent, messages = [] } = webSocket;
    const views = messages.map((message) => toView(message, redaction));
    return { messages: views, received, sent, open: ended === null };
  },
});

function toView({ number, isReceived, type, ms, size, kept, code }: RecordedMessage, redaction: Redaction) {
  const truncated = kept.byteLength < size;
  const text = bodyText({ kept, truncated });
  return {
    number,
    direction: isReceived ? 'received' : 'sent',
    type,
    ms,
    size,
    truncated,
    ...(text === undefined
      ? { base64: Buffer.from(kept).toString('base64') }
      : { text: redaction.text(text) }),
    ...(code !== null && { code }),
  };
}
