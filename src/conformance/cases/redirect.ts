import { type AdapterRequest, generatedBody } from '../adapter/messages.ts';
import { compose, raw, type ScriptedResponse } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup, type Step } from '../verdict/case.ts';
import { all, either, error, findingOf, holds, ok, rule, value, wrong } from '../verdict/expectation.ts';
import type { Observation } from '../verdict/observation.ts';
import { valuesOf } from '../wire/request-reader.ts';
import { atMost, contentIsSent, exactly } from './rules.ts';

const NEEDS = ['control.get', 'control.redirect=followed'] as const;
const SIZE = 1000;

/** A value of a query, with the names of ports. */
function inQuery(location: string): string {
  return encodeURIComponent(location).replaceAll('%7B', '{').replaceAll('%7D', '}');
}

type Base = Pick<CaseDeclaration, 'needs' | 'supports'>;
const BASE: Base = { needs: NEEDS, supports: ['redirects'] };

function from(status: number, location: string, at = '/'): Readonly<Record<string, ScriptedResponse>> {
  return { [at]: compose(`status=${status}&redirect=${inQuery(location)}`), '*': compose('body=hello') };
}

/** The request at the target, by the path `/target`. */
function target(seen: Observation, port?: string) {
  return seen.requests(port).find(({ target: each }) => each.startsWith('/target'));
}

function methodAtTarget(method: string, contentLength: number) {
  return rule(`${method} at the target with ${contentLength} bytes`, (seen) => {
    const request = target(seen);
    if (!request) return wrong('no request at the target');
    const got = `${request.method} with ${request.content.length} bytes`;
    return got === `${method} with ${contentLength} bytes` ? undefined : wrong(got);
  });
}

/** A redirect that was not followed, with its status. */
function notFollowed(status: number) {
  return rule(`status ${status} reported`, (seen) => {
    const outcome = seen.outcome(1);
    return outcome.error === undefined && outcome.status === status ? undefined : findingOf(outcome);
  });
}

function get(status: number): CaseDeclaration {
  return {
    ...BASE,
    ...{ level: 'S', clause: 'RFC 9110 §15.4' },
    serve: from(status, '/target'),
    ask: [{ redirects: true }],
    expect: all(ok('hello'), methodAtTarget('GET', 0)),
  };
}

function rewritten(status: number, method = 'POST'): CaseDeclaration {
  return {
    ...BASE,
    ...{ level: 'I', clause: `RFC 9110 §15.4.${status === 301 ? 2 : 3}` },
    serve: from(status, '/target'),
    ask: [{ method, redirects: true, bodySize: SIZE }],
    expect: value('the method at the target', (seen) => {
      const request = target(seen);
      return request ? `${request.method} with ${request.content.length} bytes` : 'not followed';
    }),
  };
}

function preserved(
  status: number,
  method: string,
  level: 'R' | 'S',
  clause: string,
  bodyKind: NonNullable<AdapterRequest['bodyKind']> = 'bytes',
): CaseDeclaration {
  const content = bodyKind === 'text' ? Buffer.alloc(SIZE, 'text ') : generatedBody(SIZE);
  return {
    ...BASE,
    ...{ level, clause, needs: [...NEEDS, 'control.post'] },
    ...(bodyKind === 'stream' && { supports: ['redirects', 'stream'] }),
    serve: from(status, '/target'),
    ask: [{ method, redirects: true, bodyKind, body: content.toString('base64') }],
    requests: 1,
    expect: either(
      all(ok('hello'), methodAtTarget(method, SIZE), contentIsSent(content)),
      notFollowed(status),
      // A stream cannot be sent again.
      ...(bodyKind === 'stream' ? [error()] : []),
    ),
  };
}

/** A relative reference, resolved against `/x/y?z=1` (RFC 3986 §5.2). */
function resolved(location: string, expected: string): CaseDeclaration {
  return {
    ...BASE,
    ...{ level: 'R', clause: 'RFC 9110 §10.2.2' },
    serve: from(302, location, '/x/y'),
    ask: [{ redirects: true, url: 'http://{a}/x/y?z=1' }],
    expect: all(
      ok('hello'),
      rule(`the target ${expected}`, (seen) => {
        const [, second] = seen.requests();
        return second?.target === expected ? undefined : wrong(second ? second.target : 'no second request');
      }),
      holds(
        'Host is that of the target',
        (seen) => valuesOf(seen.requests()[1]?.fields ?? [], 'host').join() === seen.fill('{a}'),
        (seen) => valuesOf(seen.requests()[1]?.fields ?? [], 'host').join(),
      ),
    ),
  };
}

/** A scheme that a client of HTTP does not follow. */
function otherScheme(location: string, secret: string, level: 'X' = 'X'): CaseDeclaration {
  return {
    ...BASE,
    ...{ level, clause: 'Fetch §4.5' },
    serve: { ports: { a: from(302, location), silent: [] } },
    ask: [{ redirects: true }],
    expect: all(
      rule('an error, or the redirect reported; never content of the target', (seen) => {
        const outcome = seen.outcome(1);
        const content = Buffer.from(outcome.body ?? '', 'base64').toString('latin1');
        if (content.includes(secret)) return wrong(`the content of ${location.split(':', 1)[0]}:`);
        if (outcome.error === 'timeout') return findingOf(outcome);
        return outcome.error !== undefined || outcome.status === 302 ? undefined : findingOf(outcome);
      }),
      holds(
        'no connection to the target',
        (seen) => seen.connections('silent').length === 0,
        () => 'a connection to the target',
      ),
    ),
  };
}

function isSentTo(seen: Observation, port: string, name: string): boolean {
  return seen.requests(port).some(({ fields }) => valuesOf(fields, name).length > 0);
}

/** A field of the user must not reach another origin. */
function dropped(
  name: string,
  fieldValue: string,
  location: string,
  more: Partial<CaseDeclaration> = {},
): CaseDeclaration {
  const port = /\{([a-z]+)/.exec(location)?.[1] ?? 'b';
  const isOtherPort = port !== 'a';
  return {
    ...BASE,
    ...{ level: 'X', clause: 'RFC 9110 §15.4; Fetch §4.5' },
    serve: {
      ports: {
        a: { '/': compose(`status=302&redirect=${inQuery(location)}`), '*': compose('body=hello') },
        ...(isOtherPort && { [port]: [compose('body=hello')] }),
      },
    },
    ask: [{ redirects: true, headers: [[name, fieldValue]] }],
    evidence: ['HTTP/1.1 302 '],
    requests: 1,
    expect: all(
      rule(`${name} sent to the first origin`, (seen) =>
        valuesOf(seen.requests()[0]?.fields ?? [], name).length > 0
          ? undefined
          : wrong(`no ${name} at the first origin`),
      ),
      rule(`no ${name} at the target`, (seen) =>
        seen
          .requests()
          .slice(1)
          .some(({ fields }) => valuesOf(fields, name).length > 0)
          ? wrong(`${name} sent to the target`)
          : undefined,
      ),
    ),
    ...more,
  };
}

function kept(location: string, more: Partial<CaseDeclaration> = {}): CaseDeclaration {
  return {
    ...dropped('Authorization', 'Basic dXNlcjpwYXNz', location),
    level: 'I',
    expect: value('whether Authorization is kept', (seen) => {
      const [, ...others] = seen.requests();
      const last = others.at(-1);
      if (!last) return 'not followed';
      return valuesOf(last.fields, 'authorization').length > 0 ? 'kept' : 'dropped';
    }),
    ...more,
  };
}

const AUTHORIZATION = ['Authorization', 'Basic dXNlcjpwYXNz'] as const;
const BASIC: NonNullable<Step['auth']> = { scheme: 'basic', user: 'user', password: 'pass' };

function credentials(location: string): CaseDeclaration {
  return {
    ...dropped('Authorization', '', location),
    supports: ['redirects', 'auth'],
    clause: 'RFC 9110 §11.5',
    serve: {
      ports: {
        a: {
          '/': [
            compose('status=401&header=WWW-Authenticate: Basic realm="a"'),
            compose(`status=302&redirect=${inQuery(location)}`),
          ],
        },
        b: [compose('status=401&header=WWW-Authenticate: Basic realm="b"')],
      },
    },
    ask: [{ redirects: true, auth: BASIC }],
    evidence: [],
    expect: rule('no Authorization at the target', (seen) =>
      isSentTo(seen, 'b', 'authorization') ? wrong('Authorization sent to the target') : undefined,
    ),
  };
}

/** Numbers of requests in a chain of redirects without an end. */
function loop(): CaseDeclaration {
  return {
    ...BASE,
    ...{ level: 'S', clause: 'RFC 9110 §15.4' },
    serve: [compose('status=302&redirect=/')],
    ask: [{ redirects: true, timeout: 2 }],
    expect: all(
      either(
        error(),
        rule('a redirect reported', (seen) =>
          seen.outcome(1).status === 302 ? undefined : findingOf(seen.outcome(1)),
        ),
      ),
      atMost(60),
    ),
  };
}

const CHAIN = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`/${index || ''}`, compose(`status=302&redirect=/${index + 1}`)]),
);

function special(status: number): CaseDeclaration {
  return {
    ...BASE,
    ...{ level: 'I', clause: `RFC 9110 §15.4.${status === 300 ? 1 : 5}` },
    serve: from(status, '/target'),
    ask: [{ redirects: true }],
    expect: value('followed, or not', (seen) => (target(seen) ? 'followed' : 'not followed')),
  };
}

function oddLocation(serve: CaseDeclaration['serve']): CaseDeclaration {
  return {
    ...BASE,
    ...{ level: 'I', clause: 'RFC 9110 §10.2.2' },
    serve,
    ask: [{ redirects: true }],
    expect: value('the target', (seen) => seen.requests()[1]?.target ?? 'not followed'),
  };
}

export const redirect = caseGroup('redirect', {
  'get.301': get(301),
  'get.302': get(302),
  'get.303': get(303),
  'get.307': get(307),
  'get.308': get(308),
  'post.301': rewritten(301),
  'post.302': rewritten(302),
  'post.303': {
    ...BASE,
    ...{ level: 'R', clause: 'RFC 9110 §15.4.4', needs: [...NEEDS, 'control.post'] },
    serve: from(303, '/target'),
    ask: [{ method: 'POST', redirects: true, bodySize: SIZE }],
    requests: 1,
    expect: either(all(ok('hello'), methodAtTarget('GET', 0)), notFollowed(303)),
  },
  'head.303': {
    ...BASE,
    ...{ level: 'R', clause: 'RFC 9110 §15.4.4', needs: [...NEEDS, 'control.head'] },
    serve: from(303, '/target'),
    ask: [{ method: 'HEAD', redirects: true }],
    requests: 1,
    expect: either(all(ok(''), methodAtTarget('HEAD', 0)), notFollowed(303)),
  },
  'post.307': preserved(307, 'POST', 'R', 'RFC 9110 §15.4.8'),
  'post.307-text': preserved(307, 'POST', 'R', 'RFC 9110 §15.4.8', 'text'),
  'post.308': preserved(308, 'POST', 'R', 'RFC 9110 §15.4.9'),
  'put.301': preserved(301, 'PUT', 'S', 'Fetch §4.5'),
  'put.302': preserved(302, 'PUT', 'S', 'Fetch §4.5'),
  'content-fields': {
    ...BASE,
    ...{ level: 'S', clause: 'RFC 9110 §15.4', needs: [...NEEDS, 'control.post'] },
    serve: from(303, '/target'),
    ask: [
      {
        method: 'POST',
        redirects: true,
        bodySize: SIZE,
        headers: [
          ['Content-Type', 'text/x-test'],
          ['Content-Language', 'de'],
        ],
      },
    ],
    expect: rule('no Content-Type, Content-Language or content length at the target', (seen) => {
      const request = target(seen);
      if (!request) return undefined;
      const names = ['content-type', 'content-language', 'content-encoding'].filter(
        (name) => valuesOf(request.fields, name).length > 0,
      );
      if (request.content.length > 0) names.push('content');
      return names.length === 0 ? undefined : wrong(`${names.join(', ')} at the target`);
    }),
  },
  stream: { ...preserved(307, 'POST', 'R', 'Fetch §4.5', 'stream'), level: 'X' },
  'location.relative': resolved('b', '/x/b'),
  'location.path': resolved('/a/b', '/a/b'),
  'location.dots': resolved('../b', '/b'),
  'location.query': {
    ...resolved('?x=1', '/x/y?x=1'),
    serve: { '/x/y': [compose('status=302&redirect=?x=1'), compose('body=hello')] },
  },
  'location.scheme-relative': resolved('//{a}/b', '/b'),
  'location.fragment': { ...resolved('/a#f', '/a') },
  'location.inherit': {
    ...BASE,
    ...{ level: 'R', clause: 'RFC 9110 §10.2.2, §7.1' },
    serve: from(302, '/a', '/x'),
    ask: [{ redirects: true, url: 'http://{a}/x#f' }],
    expect: all(
      ok('hello'),
      rule('no fragment in any target', (seen) => {
        const sent = seen.requests().find(({ target: each }) => each.includes('#'));
        return sent ? wrong(sent.target) : undefined;
      }),
    ),
  },
  'location.missing': {
    ...BASE,
    ...{ level: 'B', clause: 'RFC 9110 §15.4' },
    serve: [compose('status=302&body=hello')],
    ask: [{ redirects: true }],
    expect: exactly(1),
  },
  'location.two': oddLocation({
    '/': raw(
      'fin',
      'HTTP/1.1 302 Found\r\nLocation: /one\r\nLocation: /two\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    ),
    '*': compose('body=hello'),
  }),
  'location.space': oddLocation({
    '/': raw('fin', 'HTTP/1.1 302 Found\r\nLocation: /a b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    '*': compose('body=hello'),
  }),
  'location.utf8': oddLocation({
    '/': raw(
      'fin',
      'HTTP/1.1 302 Found\r\nLocation: /\xc3\xa4\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    ),
    '*': compose('body=hello'),
  }),
  'location.crlf': {
    ...BASE,
    ...{ level: 'X', clause: 'RFC 9110 §17.4' },
    serve: from(302, '/a%0d%0aX-I:1'),
    ask: [{ redirects: true }],
    expect: rule('no field X-I at the target', (seen) =>
      /[\r\n]X-I:/i.test(seen.textFrom('client')) ? wrong('the field X-I at the target') : undefined,
    ),
  },
  'location.file': otherScheme('file:///etc/hostname', 'never-found'),
  'location.data': otherScheme('data:text/plain,sparring-secret', 'sparring-secret'),
  'location.ftp': otherScheme('ftp://{silent}/file', 'never-found'),
  'location.userinfo': {
    ...BASE,
    ...{ level: 'X', clause: 'RFC 9110 §4.2.4' },
    serve: { ports: { a: from(302, 'http://user:pass@{b}/target'), b: [compose('body=hello')] } },
    ask: [{ redirects: true }],
    expect: rule('an outcome; the process goes on', (seen) =>
      seen.outcome(1).error === 'timeout' ? findingOf(seen.outcome(1)) : undefined,
    ),
  },
  'auth.same': kept('/target'),
  'auth.back': kept('http://{b}/', {
    serve: {
      ports: {
        a: { '/': compose(`status=302&redirect=${inQuery('http://{b}/')}`), '*': compose('body=hello') },
        b: [compose(`status=302&redirect=${inQuery('http://{a}/target')}`)],
      },
    },
  }),
  'auth.host': dropped(...AUTHORIZATION, 'http://{b.localhost}/'),
  'auth.port': dropped(...AUTHORIZATION, 'http://{b}/'),
  'auth.downgrade': dropped(...AUTHORIZATION, 'http://{b.localhost}/', {
    supports: ['redirects', 'ca'],
    needs: [...NEEDS, 'control.tls'],
    serve: {
      ports: {
        tls: [compose(`status=302&redirect=${inQuery('http://{b.localhost}/')}`)],
        b: [compose('body=hello')],
      },
    },
    ask: [{ redirects: true, url: 'https://{tls.localhost}/', headers: [[...AUTHORIZATION]] }],
  }),
  'auth.upgrade': kept('https://{tls.localhost}/', {
    supports: ['redirects', 'ca'],
    needs: [...NEEDS, 'control.tls'],
  }),
  'credentials.host': credentials('http://{b.localhost}/'),
  'credentials.port': credentials('http://{b}/'),
  cookie: dropped('Cookie', 'secret=1', 'http://{b.localhost}/'),
  'proxy-authorization': dropped('Proxy-Authorization', 'Basic dXNlcjpwYXNz', 'http://{b.localhost}/'),
  'custom-field': {
    ...dropped('X-Api-Key', 'secret', 'http://{b.localhost}/'),
    level: 'I',
    expect: value('whether the field is kept', (seen) => {
      if (seen.requests('b').length === 0) return 'not followed';
      return isSentTo(seen, 'b', 'x-api-key') ? 'kept' : 'dropped';
    }),
  },
  referer: {
    ...BASE,
    ...{ level: 'R', clause: 'RFC 9110 §10.1.3' },
    serve: from(302, '/target'),
    ask: [{ redirects: true, url: 'http://{a}/#fragment' }],
    expect: rule('no fragment and no userinfo in Referer', (seen) => {
      const referer = valuesOf(target(seen)?.fields ?? [], 'referer').join();
      return /[#@]/.test(referer) ? wrong(referer) : undefined;
    }),
  },
  loop: loop(),
  'loop-two': {
    ...loop(),
    serve: { '/': compose('status=302&redirect=/two'), '/two': compose('status=302&redirect=/') },
  },
  max: {
    ...BASE,
    ...{ level: 'X', clause: 'RFC 9110 §15.4', supports: ['redirects', 'max-redirects'] },
    serve: { ...CHAIN, '*': compose('body=hello') },
    ask: [{ redirects: 3 }],
    expect: all(
      either(
        error(),
        rule('a redirect reported', (seen) =>
          seen.outcome(1).status === 302 ? undefined : findingOf(seen.outcome(1)),
        ),
      ),
      exactly(4),
    ),
  },
  off: {
    ...{ level: 'X', clause: 'RFC 9110 §15.4' },
    serve: from(302, '/target'),
    ask: [{ redirects: false }],
    expect: all(exactly(1), either(notFollowed(302), error())),
  },
  '300': special(300),
  '304': special(304),
  '305': special(305),
  '305-proxy': {
    ...BASE,
    ...{ level: 'X', clause: 'RFC 9110 §15.4.6' },
    serve: { ports: { a: from(305, 'http://{b}/'), b: [compose('body=hello')] } },
    ask: [{ redirects: true, url: 'http://{a}/' }],
    expect: rule('the target is not used as a proxy', (seen) =>
      seen.requests('b').some(({ target: each }) => each.startsWith('http'))
        ? wrong('a request in absolute-form')
        : undefined,
    ),
  },
  'endless-content': {
    ...BASE,
    ...{ level: 'B', clause: 'RFC 9110 §17.5' },
    serve: {
      '/': raw('stall', 'HTTP/1.1 302 Found\r\nLocation: /target\r\nTransfer-Encoding: chunked\r\n\r\n', {
        repeat: `400\r\n${'a'.repeat(1024)}\r\n`,
        count: 10_000,
        wait: 20,
      }),
      '*': compose('body=hello'),
    },
    ask: [{ redirects: true }],
    evidence: ['HTTP/1.1 302 Found'],
    expect: rule('followed, reported, or an error before the deadline', (seen) => {
      const outcome = seen.outcome(1);
      return outcome.error !== undefined || outcome.status === 302 || outcome.status === 200
        ? undefined
        : findingOf(outcome);
    }),
  },
});
