import type { Application } from '../../store/index.ts';

export const AUTHORIZED_APPLICATIONS_PATH = '/settings/applications';
export const TOKENS_PATH = '/settings/tokens';
export const APPLICATIONS_PATH = '/settings/developers';
export const NEW_APPLICATION_PATH = '/settings/applications/new';
export const NEW_TOKEN_PATH = '/settings/tokens/new';
export const USAGE_PATH = '/settings/audit';
export const SECURITY_LOG_PATH = '/settings/security-log';
export const SET_UP_APP_PATH = '/settings/two-factor/app';
export const SET_UP_SMS_PATH = '/settings/two-factor/sms';
export const SECURITY_PATH = '/settings/security';
export const RECOVERY_CODES_PATH = '/settings/two-factor/recovery-codes';

export function buildTokenPath(id: number): string {
  return `${TOKENS_PATH}/${id}`;
}

/** The page of an application for its owner. */
export function buildApplicationPath({ clientId }: Pick<Application, 'clientId'>): string {
  return `${APPLICATIONS_PATH}/${encodeURIComponent(clientId)}`;
}

/** The page of an application for a user who has authorized it. */
export function buildConnectionPath({ clientId }: Pick<Application, 'clientId'>): string {
  return `/settings/connections/applications/${encodeURIComponent(clientId)}`;
}

/** The page where a member authorizes tokens for an organization. */
export function buildSsoPath(organizationLogin: string): string {
  return `/orgs/${encodeURIComponent(organizationLogin)}/sso`;
}
