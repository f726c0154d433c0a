import { type Static, Type } from 'typebox';
import { toApiTime } from '../authorizations/answers/api-time.ts';
import type { Message, Store } from '../authorizations/store.ts';

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
    sent_at: toApiTime(sentAt),
    expires_at: expiresAt === null ? null : toApiTime(expiresAt),
    spent: spentAt !== null,
  };
}

/** The messages of the outbox, newest first, optionally to one user. Undefined for an unknown user. */
export async function readOutbox(
  { store }: { readonly store: Pick<Store, 'users' | 'messages'> },
  login: string | undefined,
  limit: number,
): Promise<MessageView[] | undefined> {
  const user = login === undefined ? undefined : await store.users.byLogin(login);
  if (login !== undefined && !user) return undefined;
  const messages = await store.messages.list(limit, user?.id);
  return messages.map(toMessageView);
}
