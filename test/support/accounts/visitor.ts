import type { Fields } from '#http/syntax/fields.ts';
import type { TestServer } from '../servers/serve.ts';
import type { WireResponse } from '../wire/wire.ts';

/** A minimal browser over raw sockets: it stores cookies by path and submits the forms of pages. */
export interface Visitor {
  /** Requests a page. The hidden fields of the response are kept for `submit`. */
  visit(path: string): Promise<WireResponse>;
  /** Submits a form of the last page that has forms: its hidden fields, and the given ones. */
  submit(path: string, filled: Filled, fields?: Fields): Promise<WireResponse>;
  /** Follows redirects on this server. */
  follow(response: WireResponse): Promise<WireResponse>;
  /** Signs in on the page, and on the page for the second factor if a code is given. */
  signIn(login: string, password: string, code?: string): Promise<WireResponse>;
  /** The header `Cookie` for a path. */
  cookieFields(path: string): Fields;
  /** The value of the session cookie for the settings. */
  readonly secret: string | undefined;
}

export type Filled = Readonly<Record<string, string | readonly string[]>>;

/** @param origin of the pages, for the header `Origin` */
export function visitor(
  server: Pick<TestServer, 'send' | 'port'>,
  origin = `http://127.0.0.1:${server.port}`,
): Visitor {
  const cookies = new Map<string, { name: string; value: string; path: string }>();
  let hidden: Record<string, string> = {};

  const cookieFields = (path: string): Fields => {
    const sent = [...cookies.values()].filter((cookie) => isUnder(path, cookie.path));
    return sent.length === 0
      ? []
      : [['Cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; ')]];
  };

  function update(response: WireResponse): WireResponse {
    for (const [name, value] of response.fields) {
      if (name.toLowerCase() !== 'set-cookie') continue;
      const [, cookie = '', content = ''] = /^([^=]*)=([^;]*)/.exec(value) ?? [];
      const path = /; Path=([^;]*)/.exec(value)?.[1] ?? '/';
      if (/; Max-Age=0(?:;|$)/.test(value)) cookies.delete(`${cookie} ${path}`);
      else cookies.set(`${cookie} ${path}`, { name: cookie, value: content, path });
    }
    const found = response.field('Content-Type')?.startsWith('text/html')
      ? hiddenFields(response.text())
      : {};
    if (Object.keys(found).length > 0) hidden = found;
    return response;
  }

  const self: Visitor = {
    async visit(path) {
      return update(await server.send({ path, fields: [['User-Agent', 'visitor'], ...cookieFields(path)] }));
    },
    async submit(path, filled, fields = []) {
      const pairs = Object.entries({ ...hidden, ...filled }).flatMap(([name, value]) =>
        [value].flat().map((each): [string, string] => [name, String(each)]),
      );
      const own: Fields = [
        ['User-Agent', 'visitor'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ...(fields.some(([name]) => name === 'Origin') ? [] : [['Origin', origin] as const]),
        ...cookieFields(path),
        ...fields,
      ];
      const body = new URLSearchParams(pairs).toString();
      return update(await server.send({ method: 'POST', path, fields: own, body }));
    },
    async follow(response) {
      const location = response.field('Location');
      return location?.startsWith('/') ? self.follow(await self.visit(location)) : response;
    },
    async signIn(login, password, code) {
      await self.visit('/login');
      const response = await self.submit('/login', { login, password });
      if (code === undefined) return response;
      await self.follow(response);
      return self.submit('/login/two-factor', { code });
    },
    cookieFields,
    get secret() {
      return cookies.get('sparring_session /settings')?.value;
    },
  };
  return self;
}

function isUnder(path: string, cookiePath: string): boolean {
  const bare = path.split('?', 1)[0] ?? '';
  return bare === cookiePath || bare.startsWith(cookiePath === '/' ? '/' : `${cookiePath}/`);
}

function hiddenFields(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
