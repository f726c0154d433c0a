import { pathBelow, pathInBin, type RecordedUrl } from './har/recorded-url.ts';

/** A recorded request, as references of its response are resolved. */
export interface ReferenceBase {
  readonly url: RecordedUrl;
  readonly bin: string | null;
  /** The path at which the rule responds. */
  readonly path: string;
}

/** Where a reference of a response leads: to a path of the rules, or out of them. */
export type Target =
  | { readonly kind: 'rules'; readonly path: string }
  | { readonly kind: 'beside'; readonly about: string };

/** The URLs of the recorded services, whose requests the rules answer. */
export class OwnUrls {
  readonly #hosts: ReadonlySet<string>;
  readonly #base: string | undefined;

  /** @param base as `pathBelow` */
  constructor(hosts: ReadonlySet<string>, base: string | undefined) {
    this.#hosts = hosts;
    this.#base = base;
  }

  /** Undefined for a reference that no client can resolve. */
  resolve(reference: string, { url, bin }: ReferenceBase): Target | undefined {
    const target = URL.parse(reference, url.text);
    if (!target) return undefined;
    const { protocol, host, origin, pathname, search, hash } = target;
    if (!/^https?:$/.test(protocol)) return { kind: 'beside', about: `a URL of ${protocol}` };
    if (!this.#hosts.has(host)) return { kind: 'beside', about: origin };
    const below = pathBelow({ host, path: pathname }, this.#base);
    const path = below === undefined ? undefined : pathInBin(below, bin);
    if (path === undefined) return { kind: 'beside', about: `${origin}, beside the base` };
    // A path that begins with two slashes would be a host.
    return { kind: 'rules', path: `${path.startsWith('//') ? '/.' : ''}${path}${search}${hash}` };
  }

  /** An origin of the recorded services that a text names; undefined without one. */
  find(text: string): string | undefined {
    for (const [, scheme = '', host = ''] of text.matchAll(ORIGIN))
      if (this.#hosts.has(URL.parse(`${scheme}://${host}`)?.host ?? ''))
        return `${scheme.toLowerCase()}://${host}`;
    return undefined;
  }
}

/** Also in JSON with escaped slashes. */
const ORIGIN = /(https?):(?:\/\/|\\\/\\\/)([\w.-]{1,255}(?::\d{1,5})?)/gi;

/**
 * A reference from a path to a path, without the first segments that both have: it stays in a bin, whose prefix both paths
 * have (RFC 3986 §4.2).
 */
export function relativeReference(from: string, to: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(to) ?? [];
  const source = from.split('/').slice(1, -1);
  const target = path.split('/').slice(1);
  let same = 0;
  while (same < source.length && same < target.length - 1 && source[same] === target[same]) same++;
  const relative = [...source.slice(same).map(() => '..'), ...target.slice(same)].join('/');
  // An empty first segment, and one with a colon, would be read otherwise.
  return `${/^(?:$|\/|[^/]*:)/.test(relative) ? './' : ''}${relative}${rest}`;
}
