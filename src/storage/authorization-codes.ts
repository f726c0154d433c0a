import type { Selectable } from 'kysely';
import { type AuthorizationCode, type AuthorizationCodeStore, isStorable } from '../authorizations/store.ts';
import { toStorable } from './storable.ts';
import type { AuthorizationCodesTable, Database } from './tables.ts';
import { unlessGone } from './unless-gone.ts';

export function createAuthorizationCodeStore(db: Database): AuthorizationCodeStore {
  return {
    async add(code, at) {
      await forget(db, at);
      const adding = db
        .insertInto('authorization_codes')
        .values({
          digest: code.digest,
          application_id: code.applicationId,
          user_id: code.userId,
          redirect_uri: toStorable(code.redirectUri),
          scopes: JSON.stringify(code.scopes),
          challenge_method: code.challenge?.method ?? null,
          challenge: toStorable(code.challenge?.value ?? null),
          organization_ids: JSON.stringify(code.organizationIds),
          expires_at: code.expiresAt,
        })
        .execute();
      await unlessGone(adding);
    },

    async take(digest, at) {
      if (!isStorable(digest)) return undefined;
      const row = await db
        .deleteFrom('authorization_codes')
        .where('digest', '=', digest)
        .returningAll()
        .executeTakeFirst();
      return row && row.expires_at > at ? toAuthorizationCode(row) : undefined;
    },
  };
}

/** A few at a time, so that nobody waits for it. */
async function forget(db: Database, at: number): Promise<void> {
  const over = db.selectFrom('authorization_codes').select('digest').where('expires_at', '<=', at).limit(100);
  await db.deleteFrom('authorization_codes').where('digest', 'in', over).execute();
}

function toAuthorizationCode(row: Selectable<AuthorizationCodesTable>): AuthorizationCode {
  const { challenge_method: method, challenge: value } = row;
  return {
    digest: row.digest,
    applicationId: row.application_id,
    userId: row.user_id,
    redirectUri: row.redirect_uri,
    scopes: JSON.parse(row.scopes),
    challenge: method === null || value === null ? null : { method, value },
    organizationIds: JSON.parse(row.organization_ids),
    expiresAt: row.expires_at,
  };
}
