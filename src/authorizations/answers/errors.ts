import { HttpError, type HttpErrorOptions } from '../../http/errors.ts';
import type { Quota } from '../rate-limits.ts';
import type { TwoFactor } from '../store.ts';
import { authorizationsSection, overviewSection, restRoot, singleSignOnArticle } from './documentation.ts';

/** One entry of `errors`. */
export interface FieldError {
  readonly resource: 'OauthAccess' | 'User';
  readonly code: 'missing_field' | 'invalid' | 'already_exists' | 'custom';
  readonly field: string;
  /** With `custom` alone. */
  readonly message?: string;
}

/** What is sent in place of the usual body: an object as JSON, a text as a page. */
export type OwnBody = Readonly<Record<string, unknown>> | string;

interface RefusalOptions extends HttpErrorOptions {
  errors?: readonly FieldError[];
  /** URL for `documentation_url`; the endpoint's own page when it is left out. */
  documentation?: string;
  body?: OwnBody | undefined;
  /** What the answer's rate fields tell. */
  quota?: Quota;
}

/** A refusal as the API words it. */
export class Refusal extends HttpError {
  readonly errors: readonly FieldError[];
  readonly documentation: string | undefined;
  readonly body: OwnBody | undefined;
  readonly quota: Quota | undefined;

  constructor(status: number, message: string, options: RefusalOptions = {}) {
    super(status, message, options);
    this.name = 'Refusal';
    this.errors = options.errors ?? [];
    this.documentation = options.documentation;
    this.body = options.body;
    this.quota = options.quota;
  }
}

export const userAgentMissing = () =>
  new Refusal(403, 'Request forbidden by administrative rules.', { body: USER_AGENT_PAGE });

export const requiresAuthentication = () => new Refusal(401, 'Requires authentication');

/** Of every call without credentials, on an appliance in private mode. */
export const mustAuthenticate = () =>
  new Refusal(401, 'Must authenticate to access this API.', { documentation: restRoot });

export const badCredentials = () => new Refusal(401, 'Bad credentials', { documentation: restRoot });

/** Compat: clients look for the method in lower case. */
export const oneTimePasswordRequired = (method: TwoFactor['method']) =>
  new Refusal(401, 'Must specify two-factor authentication OTP code.', {
    documentation: overviewSection('other-authentication-methods', 'working-with-two-factor-authentication'),
    fields: [['X-GitHub-OTP', `required; ${method}`]],
  });

export const accountSuspended = () =>
  new Refusal(403, 'Sorry. Your account was suspended. Please contact your site administrator.', {
    documentation: restRoot,
  });

export const tooManyAttempts = () =>
  new Refusal(403, 'Maximum number of login attempts exceeded. Please try again later.', {
    documentation: restRoot,
  });

export const tooBusy = () =>
  new Refusal(429, 'Too many passwords are being checked. Please try again in a moment.', {
    documentation: restRoot,
    fields: [['Retry-After', '1']],
  });

/** @param subject such as `user ID 1`; whoever is refused without having signed in is told that this would help */
export const rateLimitExceeded = (subject: string, quota: Quota, isSignedIn = true) =>
  new Refusal(403, `API rate limit exceeded for ${subject}.${isSignedIn ? '' : SIGN_IN_HINT}`, {
    documentation: overviewSection('resources-in-the-rest-api', 'rate-limiting'),
    quota,
  });

export const rateLimitOff = () =>
  new Refusal(404, 'Rate limiting is not enabled.', { documentation: restRoot });

/** @param kind of token, in the words of the original: `personal` or `OAuth` */
export const singleSignOnRequired = (kind: 'personal' | 'OAuth', url: string) =>
  new Refusal(
    403,
    `Resource protected by organization SAML enforcement. You must grant your ${kind} token access to this organization.`,
    { documentation: singleSignOnArticle, fields: [['X-GitHub-SSO', `required; url=${url}`]] },
  );

/** Of what nobody may do to himself, or to the token in his hand. */
export const forbidden = (message: string) => new Refusal(403, message);

export const passwordOnly = () =>
  new Refusal(403, 'This API can only be accessed with username and password Basic Auth', {
    documentation: authorizationsSection('oauth-authorizations-api'),
  });

/** Of a record that is not there, or is another user's. */
export const notFound = (documentation?: string) =>
  new Refusal(404, 'Not Found', documentation === undefined ? {} : { documentation });

/** Of a path that is not there. */
export const noRoute = () => new Refusal(404, 'Not Found', { documentation: restRoot });

export const invalidClient = () => new Refusal(422, 'Invalid OAuth application client_id or secret.');

/** Of a user whose e-mail address nobody has verified: he lets in no application, and makes no token. */
export const emailUnverified = () =>
  validationFailed([
    fieldError('user', 'custom', {
      message: 'user must have a verified email address in order to authenticate via OAuth',
    }),
  ]);

export const keysNotPermitted = (keys: readonly string[]) =>
  new Refusal(
    422,
    `Invalid request.\n\n${keys.map((key) => `"${key}"`).join(', ')} ${
      keys.length === 1 ? 'is not a permitted key' : 'are not permitted keys'
    }.`,
  );

export const validationFailed = (errors: readonly FieldError[]) =>
  new Refusal(422, 'Validation Failed', { errors });

/** @param field the member of the body; errors about a note name it `description` */
export const fieldError = (
  field: string,
  code: FieldError['code'],
  options: Partial<Pick<FieldError, 'message' | 'resource'>> = {},
): FieldError => ({
  resource: 'OauthAccess',
  code,
  field: field === 'note' ? 'description' : field,
  ...options,
});

const SIGN_IN_HINT =
  " (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)";

const USER_AGENT_PAGE = `<!DOCTYPE html>
<html lang="en">
  <head><title>Forbidden</title></head>
  <body>
    <h1>Request forbidden by administrative rules.</h1>
    <p>Every request must name the program it comes from in a User-Agent header.</p>
  </body>
</html>
`;
