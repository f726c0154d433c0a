import { sql } from 'kysely';
import { countChanged, ignoreIfDeleted } from '#database/database-errors.ts';
import {
  isId,
  type Message,
  type MessageLimits,
  type MessageStore,
  type NewMessage,
} from '../../store/index.ts';
import { messages } from '../schema/tables/sign-in.ts';
import type { Database } from '../schema/tables.ts';

export function createMessageStore(db: Database): MessageStore {
  const list = () =>
    db
      .selectFrom('messages')
      .innerJoin('users', 'users.id', 'user_id')
      .selectAll('messages')
      .select('login')
      .orderBy('messages.id', 'desc');

  return {
    async add(message, limits) {
      const added = await ignoreIfDeleted(insertMessage(db, message));
      // Outside of the transaction, so that the last of concurrent calls finds the messages of all.
      if (added) await deleteOldestMessages(db, limits);
      return added;
    },

    async list(max, userId) {
      if (userId !== undefined && !isId(userId)) return [];
      const all = list().limit(max);
      const rows = await (userId === undefined ? all : all.where('user_id', '=', userId)).execute();
      return rows.map(toMessage);
    },

    async codes(userId, at) {
      if (!isId(userId)) return [];
      const rows = await list()
        .where('user_id', '=', userId)
        .where('code', 'is not', null)
        .where('spent_at', 'is', null)
        .where((column) => column.or([column('expires_at', 'is', null), column('expires_at', '>', at)]))
        .execute();
      return rows.map(toMessage);
    },

    async spend(id, at) {
      if (!isId(id)) return false;
      const use = db
        .updateTable('messages')
        .set({ spent_at: at, text: sql`replace(text, code, '******')`, code: null })
        .where('id', '=', id)
        .where('code', 'is not', null)
        .where('spent_at', 'is', null);
      return (await countChanged(use)) > 0;
    },
  };
}

export async function insertMessage(db: Database, message: NewMessage): Promise<Message> {
  const row = await db
    .insertInto('messages')
    .values(messages.toRow({ ...message, spentAt: null }))
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
  return toMessage(row);
}

export async function deleteOldestMessages(db: Database, { max, since }: MessageLimits): Promise<void> {
  const beyond = db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1).offset(max);
  await db
    .deleteFrom('messages')
    .where((column) => column.or([column('id', '<=', beyond), column('sent_at', '<', since)]))
    .execute();
}

function toMessage(row: Parameters<typeof messages.toRecord>[0] & { login: string }): Message {
  return { ...messages.toRecord(row), login: row.login };
}
