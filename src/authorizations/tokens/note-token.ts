import type { Exchange } from '../../http/exchange.ts';
import type { SecurityAction } from '../audit/security-log.ts';
import type { AuthorizationContext } from '../context.ts';
import type { Authorization } from '../store.ts';

/** Tells the token's user what was done with it, whether he did it, an application, or an administrator. */
export async function noteToken(
  { securityLog }: Pick<AuthorizationContext, 'securityLog'>,
  exchange: Exchange,
  action: SecurityAction,
  { userId, application, note, tokenLastEight }: Authorization,
): Promise<void> {
  const subject = application?.name ?? (note || `token that ends in ${tokenLastEight}`);
  await securityLog.note(exchange, userId, action, subject);
}
