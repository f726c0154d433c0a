const DOCUMENTATION = 'https://docs.github.com/enterprise-server@3.0/developers/apps';

/** An error of an OAuth flow: code, description and documentation (RFC 6749 §4.1.2.1). */
export interface OAuthProblem {
  readonly error: string;
  readonly error_description: string;
  readonly error_uri: string;
}

function problem(page: string) {
  return (error: string, error_description: string): OAuthProblem => ({
    error,
    error_description,
    error_uri: `${DOCUMENTATION}/${page}/#${error.replaceAll('_', '-')}`,
  });
}

const atConsent = problem('troubleshooting-authorization-request-errors');
const atExchange = problem('troubleshooting-oauth-app-access-token-request-errors');
const atDevice = problem('authorizing-oauth-apps');

/** Errors that are sent to the application by redirect. */
export const consentProblems = {
  suspended: atConsent(
    'application_suspended',
    'Your application has been suspended. Contact your site administrator.',
  ),
  redirectUri: atConsent(
    'redirect_uri_mismatch',
    'The redirect_uri MUST match the registered callback URL for this application.',
  ),
  denied: atConsent('access_denied', 'The user has denied your application access.'),
  // RFC 7636 §4.4.1.
  challenge: atConsent('invalid_request', 'The code_challenge or its method is not valid.'),
};

/** Errors of the token endpoint. */
export const exchangeProblems = {
  client: atExchange(
    'incorrect_client_credentials',
    'The client_id and/or client_secret passed are incorrect.',
  ),
  redirectUri: atExchange(
    'redirect_uri_mismatch',
    'The redirect_uri MUST match the registered callback URL for this application.',
  ),
  code: atExchange('bad_verification_code', 'The code passed is incorrect or expired.'),
  email: atExchange('unverified_user_email', 'The user must have a verified primary email.'),
};

/** Errors of the device flow. */
export const deviceProblems = {
  pending: atDevice('authorization_pending', 'The authorization request is still pending.'),
  tooMany: atDevice(
    'slow_down',
    'Too many device codes are pending for this application, for this client or in total.',
  ),
  slowDown: atDevice('slow_down', 'Too many requests have been made in the same timeframe.'),
  expired: atDevice('expired_token', 'The `device_code` has expired.'),
  grantType: atDevice(
    'unsupported_grant_type',
    'The grant type must be `urn:ietf:params:oauth:grant-type:device_code` when polling for OAuth 2 device flow.',
  ),
  deviceCode: atDevice('incorrect_device_code', 'The device_code provided is not valid.'),
  denied: atDevice('access_denied', 'The authorization request was denied.'),
};
