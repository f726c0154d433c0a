import { SESSION_COOKIE } from '#accounts/domain/request/account-cookies.ts';
import { HttpError } from '#http/errors/errors.ts';
import { parseCookies } from '#http/message/cookies.ts';
import { percentDecode } from '#http/syntax/percent.ts';

/** The relation of the testing service to the account pages. */
export interface AccountsOrigin {
  /** Whether both have the same origin, so that a header of one affects the other. */
  readonly sharesAccountsOrigin: boolean;
  /** Whether both have the same host. Browsers store cookies by host, regardless of the port (RFC 6265 §8.5). */
  readonly sharesAccountsHost: boolean;
  /** Path prefixes of the account pages and of the APIs. */
  readonly accountPaths: readonly string[];
  /** Whether a reverse proxy can serve the server below a prefix. */
  readonly mayHavePrefix?: boolean;
}

/** Browsers store at least 50 cookies per domain (RFC 6265 §6.1), and evict others beyond their limit. */
export const MAX_COOKIES = 50;
/** All cookies of a request have to fit into the header limit of 64 KiB. */
const MAX_COOKIE_BYTES = 16 * 1024;

/**
 * Headers with a lasting effect on the whole origin: stored data, connections, reports, and the scope of service
 * workers.
 */
const ORIGIN_HEADERS: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'nel',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'strict-transport-security',
]);

/** @throws HttpError 403 for a header from the client that affects the origin of the account pages. */
export function rejectOriginHeader(name: string, origin: AccountsOrigin): void {
  const lowerName = name.toLowerCase();
  const reachesHost = lowerName === 'clear-site-data' && origin.sharesAccountsHost;
  if (reachesHost || (origin.sharesAccountsOrigin && ORIGIN_HEADERS.has(lowerName)))
    throw notAllowed(`${name} would affect this origin, which the sign-in pages share.`);
}

/**
 * Checks the `Set-Cookie` values that a client requested for one response.
 * @throws HttpError 403 when browsers would send a cookie to the account pages, or when the number or size of the
 * cookies could evict the session cookie.
 */
export function rejectAccountCookies(lines: readonly string[], origin: AccountsOrigin): void {
  if (!origin.sharesAccountsHost) return;
  rejectReservedCookies(lines, origin);
  for (const line of lines) {
    const paths = origin.mayHavePrefix ? pathsOf(line).flatMap(endsOf) : pathsOf(line);
    if (paths.some((each) => reachesAccounts(each, origin.accountPaths)))
      throw notAllowed(
        'A cookie with this Path would be sent to the sign-in pages or the API of this server.',
      );
  }
  const bytes = lines.reduce((sum, line) => sum + line.length, 0);
  if (lines.length > MAX_COOKIES || bytes > MAX_COOKIE_BYTES) {
    const limits = `${MAX_COOKIES} cookies and ${MAX_COOKIE_BYTES} bytes of them`;
    throw notAllowed(
      `A response may set at most ${limits}. Further cookies could evict the cookie of the sign-in pages.`,
    );
  }
}

/** The path, and what follows each of its first segments, any of which can be the prefix of a proxy. */
function endsOf(path: string): string[] {
  return path
    .split('/')
    .map((_, index, segments) => `/${segments.slice(index).join('/').replace(/^\/+/, '')}`);
}

/** @throws HttpError 403 when a value sets the session cookie. */
export function rejectReservedCookies(
  lines: readonly string[],
  { sharesAccountsHost }: AccountsOrigin,
): void {
  if (sharesAccountsHost && lines.some(isReservedCookie))
    throw notAllowed(`${SESSION_COOKIE} is the cookie of the sign-in pages of this server.`);
}

/**
 * Whether browsers send a cookie with this path to an account page (RFC 6265 §5.1.4). The root path is exempt: most
 * cookies have it, and it replaces no cookie of a page.
 */
export function reachesAccounts(path: string, accountPaths: readonly string[]): boolean {
  if (path === '' || path === '/') return false;
  const folder = path.endsWith('/') ? path : `${path}/`;
  return accountPaths.some((page) => folder.startsWith(`${page}/`) || `${page}/`.startsWith(folder));
}

/**
 * The values that browsers may use as the path. A semicolon ends an attribute, also inside quotes; names are
 * case-insensitive, and the last attribute counts (RFC 6265 §5.2). Parsers differ, so the result has every `Path` in
 * each form. Without one, the default path is that of the request, which is never below an account page.
 */
function pathsOf(line: string): string[] {
  return line
    .split(';')
    .slice(1)
    .flatMap((attribute) => {
      const equals = attribute.indexOf('=');
      if (equals < 0 || attribute.slice(0, equals).trim().toLowerCase() !== 'path') return [];
      const [value = ''] = attribute
        .slice(equals + 1)
        .replaceAll('"', '')
        .split(',', 1);
      const path = value.trim().replaceAll('\\', '/');
      const resolved = path.startsWith('/') ? URL.parse(`http://host${path}`)?.pathname : undefined;
      return [path, percentDecode(path), ...(resolved === undefined ? [] : [percentDecode(resolved)])];
    });
}

function notAllowed(reason: string): HttpError {
  return new HttpError(403, `${reason} The setting --allow-origin-headers allows it.`);
}

/**
 * Whether a `Set-Cookie` value sets the session cookie of the account pages, which would sign the browser in to the
 * account of an attacker. A cookie without a name counts too, because a browser sends `=sparring_session=x` as
 * `sparring_session=x` (RFC 6265bis §5.7).
 */
export function isReservedCookie(line: string): boolean {
  const [pair = ''] = line.split(';', 1);
  // Without Unicode spaces, which some parsers strip from a name.
  const text = Buffer.from(pair, 'latin1')
    .toString('utf8')
    .replace(/^[\s=]+/, '');
  const [name = ''] = parseCookies(text).keys();
  return name.trim().replace(NAME_PREFIX, '') === SESSION_COOKIE;
}

/** Cookie name prefixes (RFC 6265bis §4.1.3), which browsers match case-insensitively. */
const NAME_PREFIX = /^__(?:host-http|host|secure|http)-/i;
