import type { Selectable } from 'kysely';
import type { Message, MessageStore } from '../authorizations/store.ts';
import { isId, toStorable } from './storable.ts';
import type { Database, MessagesTable } from './tables.ts';
import { unlessGone } from './unless-gone.ts';

export function createMessageStore(db: Database): MessageStore {
  const messages = () =>
    db
      .selectFrom('messages')
      .innerJoin('users', 'users.id', 'user_id')
      .selectAll('messages')
      .select('login')
      .orderBy('messages.id', 'desc');

  return {
    async add(message, most) {
      const adding = db
        .insertInto('messages')
        .values({
          user_id: message.userId,
          channel: message.channel,
          recipient: toStorable(message.to),
          text: toStorable(message.text),
          code: toStorable(message.code),
          sent_at: message.sentAt,
          expires_at: message.expiresAt,
        })
        .returningAll()
        .returning((table) =>
          table
            .selectFrom('users')
            .select('login')
            .where('users.id', '=', message.userId)
            .$asScalar()
            .$notNull()
            .as('login'),
        )
        .executeTakeFirstOrThrow();
      const row = await unlessGone(adding);
      if (!row) return undefined;
      await forget(db, most);
      return toMessage(row);
    },

    async list(most, userId) {
      if (userId !== undefined && !isId(userId)) return [];
      const all = messages().limit(most);
      const rows = await (userId === undefined ? all : all.where('user_id', '=', userId)).execute();
      return rows.map(toMessage);
    },

    async codes(userId, at) {
      if (!isId(userId)) return [];
      const rows = await messages()
        .where('user_id', '=', userId)
        .where('code', 'is not', null)
        .where('spent_at', 'is', null)
        .where((column) => column.or([column('expires_at', 'is', null), column('expires_at', '>', at)]))
        .execute();
      return rows.map(toMessage);
    },

    async spend(id, at) {
      if (!isId(id)) return false;
      const { numUpdatedRows } = await db
        .updateTable('messages')
        .set({ spent_at: at })
        .where('id', '=', id)
        .where('code', 'is not', null)
        .where('spent_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

async function forget(db: Database, most: number): Promise<void> {
  const beyond = db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1).offset(most);
  await db.deleteFrom('messages').where('id', '<=', beyond).execute();
}

function toMessage(row: Selectable<MessagesTable> & { login: string }): Message {
  return {
    id: row.id,
    userId: row.user_id,
    login: row.login,
    channel: row.channel,
    to: row.recipient,
    text: row.text,
    code: row.code,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    spentAt: row.spent_at,
  };
}
