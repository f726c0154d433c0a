import type { Exchange } from '../../http/exchange.ts';
import type { AuthorizationContext } from '../context.ts';
import type { Grant } from '../store.ts';

/**
 * Ends an application's access to an account, whether by the API or on the page: the grant and every token of it are
 * gone when this resolves. False when somebody was quicker.
 */
export async function endAccess(
  { store, securityLog }: Pick<AuthorizationContext, 'store' | 'securityLog'>,
  exchange: Exchange,
  grant: Grant,
): Promise<boolean> {
  const isRevoked = await store.grants.deleteWithTokens(grant.userId, grant.id);
  if (isRevoked) {
    await securityLog.note(exchange, grant.userId, 'oauth_authorization.destroy', grant.application.name);
  }
  return isRevoked;
}
