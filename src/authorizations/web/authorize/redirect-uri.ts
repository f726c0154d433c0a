import { isIP } from 'node:net';

/**
 * Whether users may be sent to `asked`, for an application that registered `callback`: scheme, host and port are the
 * same, and the path is the same or lies below. On loopback any port will do (RFC 8252 §7.3).
 */
export function isRedirectUri(asked: string, callback: string): boolean {
  const [target, registered] = [toWebUrl(asked), toWebUrl(callback)];
  if (!target || !registered || target.protocol !== registered.protocol) return false;
  if (target.hostname !== registered.hostname) return false;
  if (target.port !== registered.port && !isLoopback(registered.hostname)) return false;
  const base = registered.pathname.replace(/\/$/, '');
  return target.pathname === registered.pathname || target.pathname.startsWith(`${base}/`);
}

/** The target with the parameters added behind those it has. */
export function toRedirect(target: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}

/** What all parsers read alike: a web address without user, fragment, backslash or control character. */
function toWebUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[!-~]+$/i.test(text) || text.includes('\\')) return undefined;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || text.includes('#')) return undefined;
  return hasDots(url.pathname) ? undefined : url;
}

/** Encoded, they would be read as a way up by whoever decodes the path. */
function hasDots(path: string): boolean {
  return /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){2}(?:$|[/\\]|%2f|%5c)/i.test(path);
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
