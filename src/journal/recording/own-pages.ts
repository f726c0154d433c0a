import type { Exchange } from '../../http/message/exchange.ts';

/** Paths that browsers request by themselves, and the page of the testing service. */
const PATHS: ReadonlySet<string> = new Set(['/favicon.ico', '/compose/builder']);

/**
 * Whether a browser loads a page of the server, or a part of it. `Sec-Fetch-Site` distinguishes browsers from the clients that
 * are tested (Fetch Metadata §2.3), and the paths distinguish pages from the requests that a page sends for the user.
 */
export function isOwnPage({ route, target: { path }, rawFields }: Exchange): boolean {
  const isPath =
    route.service.name === DOCUMENTATION || PATHS.has(path) || path.startsWith('/.well-known/appspecific/');
  return isPath && rawFields.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'sec-fetch-site');
}

const DOCUMENTATION = 'docs';
