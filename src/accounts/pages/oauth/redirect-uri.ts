import { isLoopbackHost } from '#http/syntax/address.ts';

/**
 * Whether an application with the registered `callback` may redirect users to `requested`: scheme, host and port are
 * equal, and the path is equal or below. On a loopback address the port may differ (RFC 8252 §7.3).
 */
export function isRedirectUri(requested: string, callback: string): boolean {
  const [target, registered] = [parseWebUrl(requested), parseWebUrl(callback)];
  if (!target || !registered || target.protocol !== registered.protocol) return false;
  if (target.hostname !== registered.hostname) return false;
  if (target.port !== registered.port && !isLoopbackHost(registered.hostname)) return false;
  const base = registered.pathname.replace(/\/$/, '');
  return target.pathname === registered.pathname || target.pathname.startsWith(`${base}/`);
}

/** The target with the parameters appended to its query. */
export function buildRedirect(
  target: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}

/** Parses a URL that all parsers read alike: without user information, fragment, backslash or control character. */
function parseWebUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[!-~]+$/i.test(text) || text.includes('\\')) return undefined;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || text.includes('#')) return undefined;
  return hasDots(url.pathname) ? undefined : url;
}

/** Whether a segment is `..`, plain or percent-encoded. An application that decodes the path would leave the directory. */
function hasDots(path: string): boolean {
  return /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:$|[/\\]|%2f|%5c)/i.test(path);
}
