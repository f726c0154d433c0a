/** The URLs of elements that are paths of the server. */
const URL_ATTRIBUTES: ReadonlySet<string> = new Set(['action', 'formaction', 'href', 'src']);

/** A path of this server as the browser calls it: below the prefix that a proxy has removed. */
export function sitePath(path: string): string {
  return `${document.body.dataset.prefix ?? ''}${path}`;
}

/** The URL by which the browser calls this server, without a final slash. */
export function siteUrl(): string {
  return location.origin + sitePath('');
}

/** The value of an attribute, where a path of this server has the prefix. */
export function resolveAttribute(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !URL_ATTRIBUTES.has(name)) return value;
  return /^\/(?!\/)/.test(value) ? sitePath(value) : value;
}
