import type { Application } from '#accounts/store/index.ts';
import { boolean, identity, integer, nullable, text, timestamp, withDefault } from './column.ts';
import { column, defineTable } from './table.ts';

export const applications = defineTable<Application>()(
  'applications',
  {
    id: column('id', identity),
    name: column('name', text),
    url: column('url', text),
    description: column('description', nullable(text)),
    callbackUrl: column('callback_url', nullable(text)),
    clientId: column('client_id', text),
    secretDigest: column('secret_digest', text),
    isSuspended: column('is_suspended', withDefault(boolean)),
    ownerId: column('owner_id', nullable(integer)),
    createdAt: column('created_at', timestamp),
    updatedAt: column('updated_at', timestamp),
  },
  {},
);
