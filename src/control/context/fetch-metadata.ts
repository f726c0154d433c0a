import type { Exchange } from '#http/message/exchange.ts';

/** Value of `Sec-Fetch-Site` when the user typed the address (Fetch Metadata section 2.3). */
const TYPED_BY_USER = 'none';

/** Value of `Sec-Fetch-Site` for a request of a page of the same origin. */
const SAME_ORIGIN = 'same-origin';

/** Value of `Sec-Fetch-Site` for a request of another port of the host with the same scheme. */
const SAME_SITE = 'same-site';

/** Browsers send `Origin` with unsafe requests, and `Sec-Fetch-Site` with all requests to trustworthy origins. */
export function isOfPage(exchange: Exchange): boolean {
  return (
    exchange.field('Origin') !== undefined ||
    (exchange.field('Sec-Fetch-Site') ?? TYPED_BY_USER) !== TYPED_BY_USER
  );
}

/** Whether a page of the origin of this request sent it. */
export function isOfOwnPage(exchange: Exchange): boolean {
  const [origin, site] = [exchange.field('Origin'), exchange.field('Sec-Fetch-Site')];
  if ((site ?? SAME_ORIGIN) !== SAME_ORIGIN) return false;
  return origin === undefined ? site !== undefined : isOriginOf(origin, exchange);
}

/**
 * Whether a browser opens the URL of the request as a page of its own: by its address, or by a link of this origin. A
 * client without Fetch Metadata counts too. A script, a frame, a prefetch, and a link of another origin do not: a script
 * could read the token of the page, and a frame could deceive the user.
 * @param isLinked whether pages of other ports of this host link the page, as the home page of the main port does
 */
export function isNavigation(exchange: Exchange, isLinked: boolean): boolean {
  const site = exchange.field('Sec-Fetch-Site') ?? TYPED_BY_USER;
  return (
    (site === TYPED_BY_USER || site === SAME_ORIGIN || (isLinked && site === SAME_SITE)) &&
    (exchange.field('Sec-Fetch-Dest') ?? 'document') === 'document' &&
    (exchange.field('Sec-Fetch-Mode') ?? 'navigate') === 'navigate' &&
    exchange.field('Origin') === undefined
  );
}

/**
 * Whether a page of this origin has submitted a form, whose response the browser shows as a page. A script of another
 * origin, and returned content, whose origin is opaque, have another `Origin`.
 */
export function isFormOfOwnPage(exchange: Exchange): boolean {
  return (
    exchange.field('Origin') !== undefined &&
    exchange.field('Sec-Fetch-Site') === SAME_ORIGIN &&
    exchange.field('Sec-Fetch-Dest') === 'document' &&
    exchange.field('Sec-Fetch-Mode') === 'navigate' &&
    isOfOwnPage(exchange)
  );
}

/** Whether a page of this origin loads the URL as its script. A client without Fetch Metadata counts too. */
export function isScriptOfOwnPage(exchange: Exchange): boolean {
  const site = exchange.field('Sec-Fetch-Site') ?? TYPED_BY_USER;
  return (
    (site === TYPED_BY_USER || site === SAME_ORIGIN) &&
    (exchange.field('Sec-Fetch-Dest') ?? 'script') === 'script' &&
    exchange.field('Origin') === undefined
  );
}

/** Compares with both schemes: a proxy that terminates TLS forwards requests without it. */
function isOriginOf(origin: string, { authority }: Exchange): boolean {
  return ['http', 'https'].some((scheme) => URL.parse(`${scheme}://${authority}`)?.origin === origin);
}
