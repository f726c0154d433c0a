const REFERENCE = 'https://docs.github.com/enterprise/3.0/rest/reference';

/** The page of errors without an endpoint. */
export const restRoot = 'https://docs.github.com/enterprise/3.0/rest';

/** The page about media types. */
export const mediaPage = 'https://docs.github.com/enterprise/3.0/v3/media';

/** A section of the page about the OAuth Authorizations API. */
export const authorizationsSection = (anchor: string) => `${REFERENCE}/oauth-authorizations#${anchor}`;

/** A section of the page for applications. */
export const applicationsSection = (anchor: string) => `${REFERENCE}/apps#${anchor}`;

export const usersSection = (anchor: string) => `${REFERENCE}/users#${anchor}`;

export const administrationSection = (anchor: string) => `${REFERENCE}/enterprise-admin#${anchor}`;

export const organizationsSection = (anchor: string) => `${REFERENCE}/orgs#${anchor}`;

export const teamsSection = (anchor: string) => `${REFERENCE}/teams#${anchor}`;

export const rateLimitSection = (anchor: string) => `${REFERENCE}/rate-limit#${anchor}`;

export const metaSection = (anchor: string) => `${REFERENCE}/meta#${anchor}`;

export const overviewSection = (page: string, anchor: string) =>
  `https://docs.github.com/enterprise/3.0/rest/overview/${page}#${anchor}`;

/** Compat: the URL of the `app` of a personal access token without a `note_url`, in every release. */
export const personalTokenUrl = 'https://developer.github.com/v3/oauth_authorizations/';

/** Compat: the URL of the `app` of an impersonation token, in every release. */
export const impersonationUrl = 'https://developer.github.com/v3/enterprise/users/';

export const singleSignOnArticle =
  'https://help.github.com/articles/authenticating-to-a-github-organization-with-saml-single-sign-on/';
