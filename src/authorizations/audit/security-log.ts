import type { Exchange } from '../../http/exchange.ts';
import type { AuthorizationParts } from '../parts.ts';
import { toAuditText } from './audit-text.ts';

/** What a user reads of what was done to his account, in his name or by somebody else. Never a secret in it. */
export interface SecurityLog {
  /** @param subject what it was done to, in words: the note of a token, the name of an application */
  note(exchange: Exchange, userId: number, action: SecurityAction, subject?: string | null): Promise<void>;
}

/** What can happen to an account, and how the page words it. */
export const securityActions = {
  'user.login': 'Signed in',
  'user.failed_login': 'Failed to sign in',
  'user.logout': 'Signed out',
  'user.change_password': 'Changed the password',
  'user.suspend': 'Was suspended by a site administrator',
  'user.unsuspend': 'Was unsuspended by a site administrator',
  'two_factor_authentication.enabled': 'Switched two-factor authentication on',
  'two_factor_authentication.disabled': 'Switched two-factor authentication off',
  'two_factor_authentication.recovery_code_used': 'Used a recovery code',
  'two_factor_authentication.recovery_codes_regenerated': 'Made new recovery codes',
  'oauth_access.create': 'A token was made',
  'oauth_access.update': 'A token was changed',
  'oauth_access.regenerate': 'A token was replaced by a new one',
  'oauth_access.destroy': 'A token was deleted',
  'oauth_authorization.create': 'Let an application in',
  'oauth_authorization.destroy': 'Revoked the access of an application',
  'oauth_application.create': 'Registered an application',
  'oauth_application.update': 'Changed an application',
  'oauth_application.reset_secret': 'Reset the secret of an application',
  'oauth_application.revoke_tokens': 'Revoked all tokens of an application',
  'oauth_application.destroy': 'Deleted an application',
  'org_credential_authorization.grant': 'Allowed a token for an organization',
  'org_credential_authorization.revoke': 'Withdrew a token from an organization',
} as const;

export type SecurityAction = keyof typeof securityActions;

type SecurityLogParts = Pick<AuthorizationParts, 'runtime' | 'store' | 'clientAddress'>;

export function createSecurityLog({ runtime, store, clientAddress }: SecurityLogParts): SecurityLog {
  return {
    async note(exchange, userId, action, subject = null) {
      const userAgent = exchange.field('User-Agent');
      await store.audit.addEvent(
        {
          userId,
          action,
          subject: subject?.slice(0, LONGEST) ?? null,
          address: clientAddress.of(exchange),
          userAgent: userAgent === undefined ? null : toAuditText(userAgent),
          at: runtime.now(),
        },
        MOST_OF_USER,
      );
    },
  };
}

const LONGEST = 200;

const MOST_OF_USER = 1000;
