import { type Static, Type } from 'typebox';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type { Message } from '#accounts/store/index.ts';
import type { StoreContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { findUser } from '../users/find-user.ts';

const Timestamp = Type.String({ format: 'date-time' });

/** A message of the outbox. */
export const MessageView = Type.Object({
  id: Type.Integer(),
  login: Type.String({ description: 'Login of the recipient.' }),
  channel: Type.Union([Type.Literal('sms'), Type.Literal('email')]),
  to: Type.String({ description: 'A telephone number or an e-mail address.' }),
  text: Type.String(),
  code: Type.Union([
    Type.String({ description: 'The code, if the message contains one that was not used yet.' }),
    Type.Null(),
  ]),
  sent_at: Timestamp,
  expires_at: Type.Union([Timestamp, Type.Null()]),
  spent: Type.Boolean({ description: 'Whether the code has been used.' }),
});

export type MessageView = Static<typeof MessageView>;

export function toMessageView(message: Message): MessageView {
  const { id, login, channel, to, text, code, sentAt, expiresAt, spentAt } = message;
  return {
    id,
    login,
    channel,
    to,
    text,
    code,
    sent_at: formatApiTime(sentAt),
    expires_at: expiresAt === null ? null : formatApiTime(expiresAt),
    spent: spentAt !== null,
  };
}

export const listMessages = operation({
  name: 'outbox.list',
  summary: 'Lists text messages and e-mails that the server would have sent, newest first.',
  input: inputOf({
    login: Type.Optional(Type.String({ description: 'Messages to this user.' })),
    limit: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'Maximum number of messages.',
    }),
  }),
  output: Type.Object({ messages: Type.Array(MessageView) }),
  errors: ['notFound'],
  http: {
    route: 'GET /_sparring/outbox',
    tag: 'Data',
    examples: [
      {
        title: 'The latest message to a user',
        path: `/_sparring/outbox?login=${exampleUser.login}&limit=1`,
        status: 200,
      },
      { title: 'A user who does not exist', path: '/_sparring/outbox?login=nobody', status: 404 },
      { title: 'A parameter that is misspelt', path: '/_sparring/outbox?logn=mona', status: 400 },
    ],
  },
  async run({ login, limit }, { store }: StoreContext) {
    const user = login === undefined ? undefined : await findUser(store, login);
    const messages = await store.messages.list(limit, user?.id);
    return { messages: messages.map(toMessageView) };
  },
});
