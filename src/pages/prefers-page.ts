import Negotiator from 'negotiator';

/** Whether the client prefers a page to JSON, as browsers do when they open a URL. */
export function prefersPage(accept: string | undefined): boolean {
  if (!accept?.includes('text/')) return false;
  return new Negotiator({ headers: { accept } }).mediaType(TYPES) === 'text/html';
}

/** A client that accepts any of them gets no page. */
const TYPES = ['application/problem+json', 'application/json', 'text/html'];
