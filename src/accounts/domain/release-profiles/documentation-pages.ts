import { mediaPage, restRoot } from '../errors/documentation.ts';

/** Maps a page of 3.0 to that of another release. The structure is the same since 2.22. */
export function createReleasePageMap(version: string): (url: string) => string {
  return (url) => url.replace(OF_3_0, (_, start: string) => `${start}${version}/`);
}

const OF_3_0 = /^(https:\/\/docs\.github\.com\/enterprise\/)3\.0\//;

/**
 * Maps a page of 3.0 to its URL before the move to docs.github.com in 2020.
 * @param base their front page
 * @param applications the page about the endpoints that applications call with the token in the path
 */
export function createEarlierPageMap(base: string, applications: string): (url: string) => string {
  const pages = new Map([
    ['apps', applications],
    ['enterprise-admin', 'enterprise-admin/users'],
  ]);
  return (url) => {
    if (url === restRoot) return base;
    if (url === mediaPage) return `${base}/media`;
    const { kind, page = '', anchor = '' } = SECTION.exec(url)?.groups ?? {};
    // Compat: recorded without a slash, unlike the others.
    if (page === 'other-authentication-methods') return `${base}/auth#${anchor}`;
    // Compat: recorded in 2020 with the page that they had stood on before.
    if (REVOCATIONS.has(anchor)) return `${base}/oauth_authorizations/#${anchor}`;
    if (kind === 'overview') return `${base}/#${anchor}`;
    if (kind === 'reference') return `${base}/${pages.get(page) ?? page.replaceAll('-', '_')}/#${anchor}`;
    return url;
  };
}

const REVOCATIONS: ReadonlySet<string> = new Set([
  'revoke-an-authorization-for-an-application',
  'revoke-a-grant-for-an-application',
]);

const SECTION =
  /^https:\/\/docs\.github\.com\/enterprise\/3\.0\/rest\/(?<kind>reference|overview)\/(?<page>[\w-]+)#(?<anchor>.+)$/;
