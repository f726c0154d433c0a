import { SESSION_COOKIE } from '../http/cookies.ts';
import { HttpError } from '../http/errors.ts';
import { percentDecode } from '../http/percent.ts';
import { isReservedCookie } from './reserved-cookie.ts';

/** How the testing service stands to the pages about accounts. */
export interface AccountsOrigin {
  /** Whether a browser takes both for one origin, so that a header of the one reaches the other. */
  readonly sharesAccountsOrigin: boolean;
  /** Whether both have one host. Browsers keep cookies by host, whatever the port (RFC 6265 §8.5). */
  readonly sharesAccountsHost: boolean;
  /** Prefixes of the paths of those pages and of the APIs beside them. */
  readonly accountPaths: readonly string[];
}

/** Browsers keep 180 cookies of a host and more of a domain (RFC 6265 §6.1 asks for 50); one more pushes another out. */
export const MAX_COOKIES = 50;
/** All cookies of a request must fit into the 64 KiB of its head. */
const MAX_COOKIE_BYTES = 16 * 1024;

/**
 * Headers that change how a browser treats all of the origin, and go on doing so after the answer: what it has stored,
 * how it connects, where it sends reports, which paths a service worker controls.
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

/** @throws HttpError 403 for a header, chosen by a client, that would change the origin of the pages about accounts. */
export function rejectOriginHeader(name: string, origin: AccountsOrigin): void {
  const lowerName = name.toLowerCase();
  const reachesHost = lowerName === 'clear-site-data' && origin.sharesAccountsHost;
  if (reachesHost || (origin.sharesAccountsOrigin && ORIGIN_HEADERS.has(lowerName)))
    throw notAllowed(`${name} would change the whole origin, which the sign-in pages of this server are on.`);
}

/**
 * Checks all values of `Set-Cookie` of an answer, where a client chose them.
 * @throws HttpError 403 when they would reach the pages about accounts, or are so many or so long that they would push
 * out the cookie of the session or make requests too large.
 */
export function rejectAccountCookies(lines: readonly string[], origin: AccountsOrigin): void {
  if (!origin.sharesAccountsHost) return;
  rejectReservedCookies(lines, origin);
  for (const line of lines) {
    const path = pathsOf(line).find((each) => reachesAccounts(each, origin.accountPaths));
    if (path !== undefined)
      throw notAllowed(
        'A cookie with this Path would be sent to the sign-in pages or the API of this server.',
      );
  }
  const bytes = lines.reduce((sum, line) => sum + line.length, 0);
  if (lines.length > MAX_COOKIES || bytes > MAX_COOKIE_BYTES) {
    const most = `${MAX_COOKIES} cookies and ${MAX_COOKIE_BYTES} bytes of them`;
    throw notAllowed(`One answer sets at most ${most}: more would push out the cookie of the sign-in pages.`);
  }
}

/** @throws HttpError 403 when one of the values of `Set-Cookie` is for the cookie of the session. */
export function rejectReservedCookies(
  lines: readonly string[],
  { sharesAccountsHost }: AccountsOrigin,
): void {
  if (sharesAccountsHost && lines.some(isReservedCookie))
    throw notAllowed(`${SESSION_COOKIE} is the cookie of the sign-in pages of this server.`);
}

/**
 * Whether a cookie with this path is sent to one of the pages (RFC 6265 §5.1.4). Not asked of the root, which most
 * cookies have and which takes none of a page's own cookies away.
 */
export function reachesAccounts(path: string, accountPaths: readonly string[]): boolean {
  if (path === '' || path === '/') return false;
  const folder = path.endsWith('/') ? path : `${path}/`;
  return accountPaths.some((page) => folder.startsWith(`${page}/`) || `${page}/`.startsWith(folder));
}

/**
 * What browsers may take for the path. An attribute ends at a semicolon, inside quotes too; its name is in any case, and
 * the last one counts (RFC 6265 §5.2). All of them are looked at, in each form that a reader may give them, because
 * readers differ. Without one the path is that of the request, which is never under those of the pages.
 */
function pathsOf(line: string): string[] {
  return line
    .split(';')
    .slice(1)
    .flatMap((attribute) => {
      const mark = attribute.indexOf('=');
      if (mark < 0 || attribute.slice(0, mark).trim().toLowerCase() !== 'path') return [];
      const [value = ''] = attribute
        .slice(mark + 1)
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
