import { compose } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { rule, value, wrong } from '../verdict/expectation.ts';
import type { Observation } from '../verdict/observation.ts';
import { valuesOf } from '../wire/request-reader.ts';

const BASE: Required<Pick<CaseDeclaration, 'supports' | 'needs'>> = {
  supports: ['cookies'],
  needs: ['control.session', 'probe.cookies=jar'],
};

/** A host with a dot: some clients store no cookies of addresses. */
const HOST = 'http://{a.localhost}';
const HTTPS = 'https://{tls.localhost}/';

function sent(seen: Observation, index: number): string[] {
  return valuesOf(seen.requests()[index]?.fields ?? [], 'cookie');
}

function setting(...cookies: readonly string[]): string {
  return cookies.map((cookie) => `header=${encodeURIComponent(`Set-Cookie: ${cookie}`)}&`).join('');
}

/** Sets cookies at one path, and asks another one of the same host. */
function stored(cookies: readonly string[], expected: string, path = '/', from = '/'): CaseDeclaration {
  return {
    ...BASE,
    level: 'R',
    clause: 'RFC 6265bis §5.6, §5.8.3',
    serve: [compose(`${setting(...cookies)}body=hello`), compose('body=hello')],
    ask: [{ url: `${HOST}${from}` }, { url: `${HOST}${path}` }],
    expect: rule(expected === '' ? 'no Cookie' : `one field Cookie: ${expected}`, (seen) => {
      const values = sent(seen, 1);
      return values.join(' | ') === expected
        ? undefined
        : wrong(values.length === 0 ? 'no Cookie' : values.join(' | '));
    }),
  };
}

function absent(cookies: readonly string[], url: string, clause: string): CaseDeclaration {
  return {
    ...stored(cookies, ''),
    level: 'X',
    clause,
    ask: [{ url: `${HOST}/` }, { url }],
  };
}

/** A cookie that `shop.example` sets, and a later request that must not have it. */
function throughProxy(cookieText: string, url: string): CaseDeclaration {
  const proxy = 'http://{proxy}';
  return {
    ...absent([cookieText], url, 'RFC 6265bis §5.8.3'),
    supports: ['cookies', 'proxy'],
    needs: [...BASE.needs, 'control.proxy'],
    serve: { ports: { proxy: [compose(`${setting(cookieText)}body=hello`), compose('body=hello')] } },
    ask: [
      { url: 'http://shop.example/', proxy },
      { url, proxy },
    ],
  };
}

export const cookie = caseGroup('cookie', {
  basic: {
    ...stored(['a=1', 'b=2'], ''),
    // The order is a recommendation (§5.8.3).
    expect: rule('one field Cookie: a=1 and b=2 in any order', (seen) => {
      const values = sent(seen, 1);
      return values.length === 1 && values.join().split('; ').sort().join() === 'a=1,b=2'
        ? undefined
        : wrong(values.join(' | ') || 'no Cookie');
    }),
  },
  path: stored(['a=1; Path=/in'], 'a=1', '/in/side', '/in/first'),
  'path-boundary': stored(['a=1; Path=/in'], '', '/inside', '/in/first'),
  'max-age-wins': stored(['a=1; Max-Age=100; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'a=1'),
  equals: stored(['a=b=c'], 'a=b=c'),
  quoted: stored(['a="b c"'], 'a="b c"'),
  'old-date': stored(['a=1; Expires=Sunday, 06-Nov-94 08:49:37 GMT'.replace('94', '49')], 'a=1'),
  replace: {
    ...stored([], 'a=2'),
    serve: [
      compose(`${setting('a=1')}body=hello`),
      compose(`${setting('a=2')}body=hello`),
      compose('body=hello'),
    ],
    ask: [{ url: `${HOST}/` }, { url: `${HOST}/` }, { url: `${HOST}/` }],
    expect: rule('one field Cookie: a=2', (seen) =>
      sent(seen, 2).join() === 'a=2' ? undefined : wrong(sent(seen, 2).join() || 'no Cookie'),
    ),
  },
  delete: {
    ...stored([], ''),
    serve: [
      compose(`${setting('a=1')}body=hello`),
      compose(`${setting('a=1; Max-Age=0')}body=hello`),
      compose('body=hello'),
    ],
    ask: [{ url: `${HOST}/` }, { url: `${HOST}/` }, { url: `${HOST}/` }],
    expect: rule('no Cookie after its deletion', (seen) =>
      sent(seen, 2).length === 0 ? undefined : wrong(sent(seen, 2).join()),
    ),
  },
  'on-redirect': {
    ...stored([], ''),
    level: 'R',
    supports: ['cookies', 'redirects'],
    needs: ['control.session', 'probe.cookies=jar', 'control.redirect=followed'],
    serve: { '/': compose(`status=302&redirect=/target&${setting('a=1')}`), '*': compose('body=hello') },
    ask: [{ url: `${HOST}/`, redirects: true }],
    expect: rule('the cookie of the redirect at its target', (seen) =>
      sent(seen, 1).join() === 'a=1' ? undefined : wrong(sent(seen, 1).join() || 'no Cookie'),
    ),
  },
  'domain-other': absent(['a=1; Domain=example.com'], `${HOST}/`, 'RFC 6265bis §5.7'),
  'host-only': absent(['a=1'], 'http://{a}/', 'RFC 6265bis §5.8.3'),
  // Names that this machine cannot resolve, through the proxy of the suite.
  'host-only-name': throughProxy('a=1', 'http://sub.shop.example/'),
  'secure-name': throughProxy('a=1; Secure', 'http://shop.example/'),
  // RFC 6265bis §5.8.3 lets clients say that loopback is secure, so what they do there is a choice.
  secure: {
    ...stored([], ''),
    level: 'I',
    clause: 'RFC 6265bis §5.8.3',
    supports: ['cookies', 'ca'],
    needs: [...BASE.needs, 'control.tls'],
    serve: {
      ports: { tls: [compose(`${setting('a=1; Secure')}body=hello`)], a: [compose('body=hello')] },
    },
    ask: [{ url: HTTPS }, { url: HTTPS }, { url: `${HOST}/` }],
    expect: value('whether a cookie with Secure is sent over http to this machine', (seen) => {
      const isSent = (port: string, index: number) =>
        valuesOf(seen.requests(port)[index]?.fields ?? [], 'cookie').length > 0;
      if (!isSent('tls', 1)) return 'not stored';
      return isSent('a', 0) ? 'sent' : 'over https only';
    }),
  },
  'prefix-host': absent(['__Host-a=1; Path=/'], `${HOST}/`, 'RFC 6265bis §5.4'),
  'prefix-secure': absent(['__Secure-a=1'], `${HOST}/`, 'RFC 6265bis §5.4'),
  'session-apart': {
    ...absent(['a=1'], `${HOST}/`, 'RFC 6265bis §5.8'),
    ask: [
      { url: `${HOST}/`, session: 'one' },
      { url: `${HOST}/`, session: 'two' },
    ],
  },
  order: {
    ...stored(['a=1; Path=/', 'b=2; Path=/in'], 'b=2; a=1', '/in/x', '/in/first'),
    level: 'S',
    clause: 'RFC 6265bis §5.8.3',
  },
  '4097': {
    ...stored([`a=${'x'.repeat(4096)}`], ''),
    level: 'I',
    clause: 'RFC 6265bis §5.6',
    expect: value('whether a cookie of 4,097 octets is stored', (seen) =>
      sent(seen, 1).length > 0 ? 'stored' : 'ignored',
    ),
  },
  'by-hand': {
    ...stored(['a=1'], ''),
    level: 'I',
    clause: 'RFC 6265bis §5.8.3',
    ask: [{ url: `${HOST}/` }, { url: `${HOST}/`, headers: [['Cookie', 'b=2']] }],
    expect: value('the fields Cookie', (seen) => sent(seen, 1).join(' | ') || 'none'),
  },
  'cross-port': {
    ...BASE,
    level: 'I',
    clause: 'RFC 6265bis §8.5',
    serve: { ports: { a: [compose(`${setting('a=1')}body=hello`)], b: [compose('body=hello')] } },
    ask: [{ url: `${HOST}/` }, { url: 'http://{b.localhost}/' }],
    expect: value('whether the other port gets the cookie', (seen) =>
      seen.requests('b').some(({ fields }) => valuesOf(fields, 'cookie').length > 0) ? 'sent' : 'not sent',
    ),
  },
});
