import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import type { AuditStore, EventOf, LoggedToken, NewSecurityEvent } from '../../store/index.ts';
import type { ClientAddress } from '../request/client-address.ts';
import { sanitizeUserAgent } from '../request/user-agent.ts';

/** The log of the actions on an account, which its user can read. It holds no secrets. */
export interface SecurityLog {
  /** @param subject the object of the action, such as the note of a token or the name of an application */
  record(
    exchange: LoggedRequest,
    userId: number,
    action: SecurityAction,
    subject?: string | null,
  ): Promise<void>;
  /** The entry of an action, for a method of the store that stores it with the change. */
  event(
    exchange: LoggedRequest,
    userId: number,
    action: SecurityAction,
    subject?: string | null,
  ): NewSecurityEvent;
  /** The event of an action on a token, from the token as it is after the change. */
  tokenEvent(exchange: LoggedRequest, action: SecurityAction): EventOf<LoggedToken>;
}

/** The members of a request that entries depend on. */
type LoggedRequest = Pick<Exchange, 'field' | 'peerAddress'>;

/** The actions, and the text of each on the page. */
export const securityActions = {
  'user.login': 'Signed in',
  'user.failed_login': 'Failed to sign in',
  'user.logout': 'Signed out',
  'user.change_password': 'Changed the password',
  'user.suspend': 'Was suspended by a site administrator',
  'user.unsuspend': 'Was unsuspended by a site administrator',
  'two_factor_authentication.enabled': 'Enabled two-factor authentication',
  'two_factor_authentication.disabled': 'Disabled two-factor authentication',
  'two_factor_authentication.recovery_code_used': 'Used a recovery code',
  'two_factor_authentication.recovery_codes_regenerated': 'Generated new recovery codes',
  'oauth_access.create': 'A token was created',
  'oauth_access.update': 'A token was changed',
  'oauth_access.regenerate': 'A token was regenerated',
  'oauth_access.destroy': 'A token was deleted',
  'oauth_authorization.create': 'Authorized an application',
  'oauth_authorization.destroy': 'Revoked the access of an application',
  'oauth_application.create': 'Registered an application',
  'oauth_application.update': 'Changed an application',
  'oauth_application.reset_secret': 'Reset the secret of an application',
  'oauth_application.revoke_tokens': 'Revoked all tokens of an application',
  'oauth_application.destroy': 'Deleted an application',
  'org_credential_authorization.grant': 'Authorized a token for an organization',
  'org_credential_authorization.revoke': 'Revoked the authorization of a token for an organization',
} as const;

export type SecurityAction = keyof typeof securityActions;

export interface SecurityLogDependencies {
  readonly runtime: Pick<Runtime, 'now'>;
  readonly store: Pick<AuditStore, 'addEvent'>;
  readonly clientAddress: ClientAddress;
}

export function createSecurityLog({ runtime, store, clientAddress }: SecurityLogDependencies): SecurityLog {
  function event(
    exchange: LoggedRequest,
    userId: number,
    action: SecurityAction,
    subject: string | null = null,
  ): NewSecurityEvent {
    const userAgent = exchange.field('User-Agent');
    return {
      userId,
      action,
      subject: subject?.slice(0, MAX_SUBJECT_LENGTH) ?? null,
      address: clientAddress.of(exchange),
      userAgent: userAgent === undefined ? null : sanitizeUserAgent(userAgent),
      at: runtime.now(),
    };
  }

  return {
    event,
    tokenEvent: (exchange, action) => (token) => {
      const { userId, application, note, tokenLastEight } = token;
      const subject = application?.name ?? (note || `token that ends in ${tokenLastEight}`);
      return event(exchange, userId, action, subject);
    },
    record: (...entry) => store.addEvent(event(...entry)),
  };
}

const MAX_SUBJECT_LENGTH = 200;
