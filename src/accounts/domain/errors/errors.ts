import { HttpError, type HttpErrorOptions } from '#http/errors/errors.ts';
import {
  RecordDeletedError,
  SnapshotDeletedError,
  SnapshotsUnavailableError,
  StoreUnavailableError,
  type TwoFactor,
} from '../../store/index.ts';
import { authorizationsSection, overviewSection, restRoot, singleSignOnArticle } from './documentation.ts';

/** One entry of `errors`. */
export interface FieldError {
  readonly resource: 'OauthAccess' | 'User';
  readonly code: 'missing_field' | 'invalid' | 'already_exists' | 'custom';
  readonly field: string;
  /** Only with `custom`. */
  readonly message?: string;
}

/** A body that replaces the usual one: an object is sent as JSON, text as HTML. */
export type CustomBody = Readonly<Record<string, unknown>> | string;

interface ApiErrorOptions extends HttpErrorOptions {
  errors?: readonly FieldError[];
  /** URL for `documentation_url`; by default the page of the endpoint. */
  documentation?: string;
  body?: CustomBody | undefined;
}

/** An error of the API. Handlers and checks throw it, and `error-response.ts` renders it. */
export class ApiError extends HttpError {
  readonly errors: readonly FieldError[];
  readonly documentation: string | undefined;
  readonly body: CustomBody | undefined;

  constructor(status: number, message: string, options: ApiErrorOptions = {}) {
    super(status, message, options);
    this.name = 'ApiError';
    this.errors = options.errors ?? [];
    this.documentation = options.documentation;
    this.body = options.body;
  }
}

export const userAgentMissing = () =>
  new ApiError(403, 'Request forbidden by administrative rules.', { body: USER_AGENT_PAGE });

export const requiresAuthentication = () => new ApiError(401, 'Requires authentication');

/** For a call without credentials in private mode. */
export const mustAuthenticate = () =>
  new ApiError(401, 'Must authenticate to access this API.', { documentation: restRoot });

export const badCredentials = () => new ApiError(401, 'Bad credentials', { documentation: restRoot });

/** Compat: clients look for the method in lower case. */
export const oneTimePasswordRequired = (method: TwoFactor['method']) =>
  new ApiError(401, 'Must specify two-factor authentication OTP code.', {
    documentation: overviewSection('other-authentication-methods', 'working-with-two-factor-authentication'),
    fields: [['X-GitHub-OTP', `required; ${method}`]],
  });

export const accountSuspended = () =>
  new ApiError(403, 'Sorry. Your account was suspended. Please contact your site administrator.', {
    documentation: restRoot,
  });

export const tooManyAttempts = () =>
  new ApiError(403, 'Maximum number of login attempts exceeded. Please try again later.', {
    documentation: restRoot,
  });

export const tooBusy = () =>
  new ApiError(429, 'Too many passwords are being checked. Please try again in a moment.', {
    documentation: restRoot,
    fields: [['Retry-After', '1']],
  });

/** @param subject such as `user ID 1`; without an identity the message suggests to authenticate */
export const rateLimitExceeded = (subject: string, isSignedIn = true) =>
  new ApiError(403, `API rate limit exceeded for ${subject}.${isSignedIn ? '' : SIGN_IN_HINT}`, {
    documentation: overviewSection('resources-in-the-rest-api', 'rate-limiting'),
  });

export const rateLimitOff = () => new ApiError(404, 'Rate limiting is not enabled.');

/** @param kind of the token */
export const singleSignOnRequired = (kind: 'personal' | 'OAuth', url: string) =>
  new ApiError(
    403,
    `Resource protected by organization SAML enforcement. You must grant your ${kind} token access to this organization.`,
    { documentation: singleSignOnArticle, fields: [['X-GitHub-SSO', `required; url=${url}`]] },
  );

/** For an action that users may not perform on their own account or token. */
export const forbidden = (message: string) => new ApiError(403, message);

/** For a token that may not list organizations. */
export const organizationScopeRequired = () =>
  new ApiError(403, 'You need at least read:org scope or user scope to list your organizations.');

export const passwordOnly = () =>
  new ApiError(403, 'This API can only be accessed with username and password Basic Auth', {
    documentation: authorizationsSection('oauth-authorizations-api'),
  });

/** For a record that does not exist or belongs to another user. */
export const notFound = (documentation?: string) =>
  new ApiError(404, 'Not Found', documentation === undefined ? {} : { documentation });

/** For an unknown path. */
export const noRoute = () => new ApiError(404, 'Not Found', { documentation: restRoot });

export const invalidClient = () => new ApiError(422, 'Invalid OAuth application client_id or secret.');

/** For a user without a verified e-mail address, who cannot authorize applications or create tokens. */
export const emailUnverified = () =>
  validationFailed([
    fieldError('user', 'custom', {
      message: 'user must have a verified email address in order to authenticate via OAuth',
    }),
  ]);

export const keysNotPermitted = (keys: readonly string[]) =>
  new ApiError(
    422,
    `Invalid request.\n\n${keys.map((key) => `"${key}"`).join(', ')} ${
      keys.length === 1 ? 'is not a permitted key' : 'are not permitted keys'
    }.`,
  );

export const validationFailed = (errors: readonly FieldError[]) =>
  new ApiError(422, 'Validation Failed', { errors });

/** @param field the member of the body; the release names the note */
export const fieldError = (
  field: string,
  code: FieldError['code'],
  options: Partial<Pick<FieldError, 'message' | 'resource'>> = {},
): FieldError => ({
  resource: 'OauthAccess',
  code,
  field,
  ...options,
});

const SIGN_IN_HINT =
  " (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)";

const USER_AGENT_PAGE = `<!DOCTYPE html>
<html lang="en">
  <head><title>Forbidden</title></head>
  <body>
    <h1>Request forbidden by administrative rules.</h1>
    <p>Every request must have a User-Agent header with the name of the program.</p>
  </body>
</html>
`;

/** The response to an error of the store; undefined for any other error. Every service that uses the store has it. */
export function storeErrorToHttp(error: unknown): HttpError | undefined {
  if (error instanceof RecordDeletedError) return new HttpError(404, 'Not Found', { cause: error });
  if (error instanceof StoreUnavailableError)
    return new HttpError(503, error.message, {
      cause: error,
      fields: [['Retry-After', String(error.retryAfter)]],
    });
  if (error instanceof SnapshotDeletedError) return new HttpError(404, error.message, { cause: error });
  if (error instanceof SnapshotsUnavailableError) return new HttpError(501, error.message, { cause: error });
  return undefined;
}
