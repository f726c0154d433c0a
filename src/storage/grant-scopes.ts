import { sql } from 'kysely';
import { grants } from './tables/authorizations.ts';
import { textList } from './tables/column.ts';
import type { Database } from './tables.ts';
import { addToCounters } from './transactions.ts';

interface Pair {
  userId: number;
  applicationId: number;
  at: string;
}

/** Counts one more token on the grant and adds its scopes, or makes the grant. The user's row is locked. */
export async function widenGrant(
  db: Database,
  { userId, applicationId, scopes, at }: Pair & { scopes: string[] },
) {
  const grant = await db
    .updateTable('grants')
    .set((column) => ({ authorization_count: column('authorization_count', '+', 1) }))
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .returning(['id', 'scopes'])
    .executeTakeFirst();

  if (grant !== undefined)
    return await setScopes(db, grant, union([textList.decode(grant.scopes), scopes]), at);

  await db
    .insertInto('grants')
    .values({
      ...grants.toRow({
        userId,
        applicationId,
        scopes: union([scopes]),
        lastUsedAt: null,
        createdAt: at,
        updatedAt: at,
      }),
      authorization_count: 1,
    })
    .execute();
  await addToCounters(db, userId, { grants: 1 });
}

/** Counts so many tokens less on the grant and leaves it the scopes of the others. The user's row is locked. */
export async function narrowGrant(db: Database, { userId, applicationId, at }: Pair, tokens: number) {
  const grant = await db
    .updateTable('grants')
    .set((column) => ({ authorization_count: column('authorization_count', '-', tokens) }))
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .returning(['id', 'scopes'])
    .executeTakeFirstOrThrow();
  const left = await db
    .selectFrom('authorizations')
    .select('scopes')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .groupBy('scopes')
    .orderBy(sql`min(id)`)
    .execute();
  await setScopes(db, grant, union(left.map(({ scopes }) => textList.decode(scopes))), at);
}

async function setScopes(db: Database, grant: { id: number; scopes: string }, scopes: string[], at: string) {
  const text = textList.encode(scopes);
  if (text === grant.scopes) return;
  const before = new Set(textList.decode(grant.scopes));
  const isSameUnion = before.size === scopes.length && scopes.every((scope) => before.has(scope));
  await db
    .updateTable('grants')
    .set({ scopes: text, ...(!isSameUnion && { updated_at: at }) })
    .where('id', '=', grant.id)
    .execute();
}

/** All scopes of all lists, in order of first appearance. */
function union(lists: Iterable<readonly string[]>): string[] {
  return [...new Set([...lists].flat())];
}
