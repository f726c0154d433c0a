import { type Static, Type } from 'typebox';
import { toApiTime } from '../authorizations/answers/api-time.ts';
import type { AuditedCall, AuditedUse, Message } from '../authorizations/store.ts';
import type { Runtime } from '../runtime.ts';

const Timestamp = Type.String({ format: 'date-time' });
const OrNull = (type: ReturnType<typeof Type.String>) => Type.Union([type, Type.Null()]);

/** A message of the outbox. */
export const MessageView = Type.Object({
  id: Type.Integer(),
  login: Type.String({ description: 'Login of the recipient.' }),
  channel: Type.Union([Type.Literal('sms'), Type.Literal('email')]),
  to: Type.String({ description: 'A telephone number or an e-mail address.' }),
  text: Type.String(),
  code: OrNull(Type.String({ description: 'The code, if the message contains one.' })),
  sent_at: Timestamp,
  expires_at: OrNull(Timestamp),
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

const caller = {
  user_agent: OrNull(Type.String({ description: 'The User-Agent of the program.' })),
  login: OrNull(Type.String()),
  client_id: OrNull(Type.String()),
  method: Type.String(),
  path: Type.String({ description: 'The template of the path, never the path itself.' }),
};

/** Equal calls within one write of the audit. */
export const CallView = Type.Object({
  ...caller,
  address: Type.String(),
  status: Type.Integer(),
  deprecated: Type.Boolean(),
  count: Type.Integer(),
  first_at: Timestamp,
  last_at: Timestamp,
});

export type CallView = Static<typeof CallView>;

export function toCallView(call: AuditedCall): CallView {
  return {
    ...toCaller(call),
    address: call.address,
    status: call.status,
    deprecated: call.isDeprecated,
    count: call.count,
    first_at: toApiTime(call.firstAt),
    last_at: toApiTime(call.lastAt),
  };
}

/** The calls of one program as one user to one endpoint. */
export const UseView = Type.Object({
  ...caller,
  count: Type.Integer(),
  refused: Type.Integer({ description: 'Number of rejected calls.' }),
  first_at: Timestamp,
  last_at: Timestamp,
});

export type UseView = Static<typeof UseView>;

export function toUseView(use: AuditedUse): UseView {
  return {
    ...toCaller(use),
    count: use.count,
    refused: use.refused,
    first_at: toApiTime(use.firstAt),
    last_at: toApiTime(use.lastAt),
  };
}

function toCaller({ userAgent, login, clientId, method, path }: AuditedCall | AuditedUse) {
  return { user_agent: userAgent, login, client_id: clientId, method, path };
}

export const ClockView = Type.Object({
  now: Type.String({ format: 'date-time' }),
  mode: Type.Union([Type.Literal('running'), Type.Literal('frozen')]),
});

export function toClockView({ now, clock }: Pick<Runtime, 'now' | 'clock'>): Static<typeof ClockView> {
  return { now: new Date(now()).toISOString(), mode: clock.isFrozen() ? 'frozen' : 'running' };
}
