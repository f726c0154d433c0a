import type { Mutant } from './mutants.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly isSecure: boolean;
}

const MAX_COOKIE_BYTES = 4096;

/** The cookies of a session, of hosts without their subdomains (RFC 6265bis §5.7, §5.8.3). */
export class CookieJar {
  #cookies: Cookie[] = [];
  readonly #has: (mutant: Mutant) => boolean;

  constructor(has: (mutant: Mutant) => boolean) {
    this.#has = has;
  }

  store(header: string, { hostname, pathname, protocol }: URL): void {
    const [pair = '', ...attributes] = header.split(';').map((each) => each.trim());
    const equals = pair.indexOf('=');
    if (equals < 1) return;
    const of = (name: string) =>
      attributes
        .find((each) => each.toLowerCase().split('=', 1)[0] === name)
        ?.split('=')
        .slice(1)
        .join('=');
    if (pair.length - 1 > MAX_COOKIE_BYTES) return;
    const isSecure = of('secure') !== undefined && !this.#has('cookie-secure-ignored');
    const name = pair.slice(0, equals);
    const domain = of('domain')?.replace(/^\./, '').toLowerCase();
    if (domain !== undefined && domain !== hostname) return;
    if ((isSecure || /^__(?:host|secure)-/i.test(name)) && protocol !== 'https:') return;
    const given = of('path');
    const path = given?.startsWith('/') ? given : pathname.replace(/\/[^/]*$/, '') || '/';
    this.#cookies = this.#cookies.filter(
      (each) => each.name !== name || each.host !== hostname || each.path !== path,
    );
    const age = of('max-age');
    const expires = of('expires');
    const isGone =
      age === undefined ? expires !== undefined && Date.parse(expires) < Date.now() : Number(age) <= 0;
    if (!isGone) this.#cookies.push({ name, value: pair.slice(equals + 1), host: hostname, path, isSecure });
  }

  header({ hostname, pathname, protocol }: URL): string {
    return this.#cookies
      .filter(
        ({ host, path, isSecure }) =>
          (host === hostname || (this.#has('cookie-host-only-lost') && hostname.endsWith(`.${host}`))) &&
          (!isSecure || protocol === 'https:') &&
          (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)),
      )
      .sort((one, other) => other.path.length - one.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}
