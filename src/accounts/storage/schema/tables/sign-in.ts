import type { Message, Session, SignInFailures } from '#accounts/store/index.ts';
import { boolean, counter, displayText, identity, integer, nullable, oneOf, text } from './column.ts';
import { column, defineTable } from './table.ts';

export const signInFailures = defineTable<SignInFailures>()(
  'sign_in_failures',
  {
    count: column('count', counter),
    firstAt: column('first_at', integer),
  },
  {
    key: text,
    /** When the window is over and the row can be deleted. */
    ends_at: integer,
    /** Whether the row is kept until then: yes unless no user has the login. */
    is_known: boolean,
  },
);

/** A message as its table holds it. */
export type StoredMessage = Omit<Message, 'login'>;

export const messages = defineTable<StoredMessage>()(
  'messages',
  {
    id: column('id', identity),
    userId: column('user_id', integer),
    channel: column('channel', oneOf('sms', 'email')),
    to: column('recipient', displayText),
    text: column('text', displayText),
    code: column('code', nullable(displayText)),
    sentAt: column('sent_at', integer),
    expiresAt: column('expires_at', nullable(integer)),
    spentAt: column('spent_at', nullable(integer)),
  },
  {},
);

export const sessions = defineTable<Session>()(
  'sessions',
  {
    userId: column('user_id', integer),
    stage: column('stage', oneOf('second-factor', 'signed-in')),
    createdAt: column('created_at', integer),
    expiresAt: column('expires_at', integer),
    address: column('address', displayText),
    userAgent: column('user_agent', nullable(displayText)),
  },
  { digest: text },
);
