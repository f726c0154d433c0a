import type { AuditedCall, SecurityEvent } from '#accounts/store/index.ts';
import { boolean, counter, displayText, identity, indexedText, integer, nullable } from './column.ts';
import { column, columns, defineTable } from './table.ts';

const login = columns(
  { login: nullable(indexedText), login_key: nullable(indexedText) },
  {
    encode: (value: string | null) => ({
      login: nullable(indexedText).encode(value),
      login_key: nullable(indexedText).encode(value?.toLowerCase() ?? null),
    }),
    decode: (row) => row.login,
  },
);

export const auditedCalls = defineTable<AuditedCall>()(
  'audited_calls',
  {
    firstAt: column('first_at', integer),
    lastAt: column('last_at', integer),
    count: column('calls', counter),
    login,
    clientId: column('client_id', nullable(indexedText)),
    userAgent: column('user_agent', nullable(indexedText)),
    address: column('address', indexedText),
    method: column('method', indexedText),
    path: column('path', indexedText),
    status: column('status', integer),
    isDeprecated: column('is_deprecated', boolean),
  },
  { id: identity },
);

export const securityEvents = defineTable<SecurityEvent>()(
  'security_events',
  {
    id: column('id', identity),
    userId: column('user_id', integer),
    action: column('action', displayText),
    subject: column('subject', nullable(displayText)),
    address: column('address', displayText),
    userAgent: column('user_agent', nullable(displayText)),
    at: column('happened_at', integer),
  },
  {},
);
