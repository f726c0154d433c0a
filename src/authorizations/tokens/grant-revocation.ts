import type { Exchange } from '../../http/exchange.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import type { Grant, Store } from '../store.ts';

export interface GrantRevocationDependencies {
  readonly store: Pick<Store, 'grants'>;
  readonly securityLog: SecurityLog;
}

/**
 * Revokes the access of an application to an account, for the API and the pages: deletes the grant and all its tokens.
 * False when the grant is already deleted.
 */
export async function deleteGrantWithTokens(
  { store, securityLog }: GrantRevocationDependencies,
  exchange: Exchange,
  grant: Grant,
): Promise<boolean> {
  const isRevoked = await store.grants.deleteWithTokens(grant.userId, grant.id);
  if (isRevoked) {
    await securityLog.record(exchange, grant.userId, 'oauth_authorization.destroy', grant.application.name);
  }
  return isRevoked;
}
