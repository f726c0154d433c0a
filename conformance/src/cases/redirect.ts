import { compose, raw } from '../case-port/scripted-response.ts';
import { SECRET } from '../case-port/secret-file.ts';
import { caseGroup } from '../verdict/case.ts';
import { all, either, error, findingOf, ok, rule, value, wrong } from '../verdict/expectation.ts';
import { valuesOf } from '../wire/request-reader.ts';
import {
  AUTHORIZATION,
  BASE,
  CHAIN,
  credentials,
  dropped,
  from,
  get,
  inQuery,
  isSentTo,
  kept,
  loop,
  methodAtTarget,
  NEEDS,
  notFollowed,
  oddLocation,
  otherScheme,
  preserved,
  resolved,
  rewritten,
  SIZE,
  special,
  target,
} from './redirect-declarations.ts';
import { atMost, exactly } from './rules.ts';

const CHUNKED_REDIRECT = 'HTTP/1.1 302 Found\r\nLocation: /target\r\nTransfer-Encoding: chunked\r\n\r\n';

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
    level: 'R',
    clause: 'RFC 9110 §15.4.4',
    needs: [...NEEDS, 'control.post'],
    revision: 2,
    serve: from(303, '/target'),
    ask: [{ method: 'POST', redirects: true, bodySize: SIZE }],
    requests: 1,
    expect: either(all(ok('hello'), methodAtTarget('GET', 0)), notFollowed(303), error()),
  },
  'head.303': {
    ...BASE,
    // RFC 9110 §15.4.4 permits GET: "a GET or HEAD request".
    level: 'S',
    clause: 'Fetch §4.5',
    needs: [...NEEDS, 'control.head'],
    revision: 2,
    serve: from(303, '/target'),
    ask: [{ method: 'HEAD', redirects: true }],
    requests: 1,
    expect: either(all(ok(''), methodAtTarget('HEAD', 0)), notFollowed(303)),
  },
  'post.307': preserved(307, 'POST', 'R', 'RFC 9110 §15.4.8'),
  'post.307-text': preserved(307, 'POST', 'R', 'RFC 9110 §15.4.8', 'text'),
  'post.308': preserved(308, 'POST', 'R', 'RFC 9110 §15.4, §15.4.9'),
  'post.308-text': preserved(308, 'POST', 'R', 'RFC 9110 §15.4, §15.4.9', 'text'),
  'put.301': preserved(301, 'PUT', 'S', 'Fetch §4.5'),
  'put.302': preserved(302, 'PUT', 'S', 'Fetch §4.5'),
  'content-fields': {
    ...BASE,
    level: 'S',
    clause: 'RFC 9110 §15.4',
    needs: [...NEEDS, 'control.post'],
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
  'stream-308': { ...preserved(308, 'POST', 'R', 'Fetch §4.5', 'stream'), level: 'X' },
  'location.relative': resolved('b', '/x/b'),
  'location.path': resolved('/a/b', '/a/b'),
  'location.dots': resolved('../b', '/b'),
  'location.query': {
    ...resolved('?x=1', '/x/y?x=1'),
    serve: { '/x/y': [compose('status=302&redirect=?x=1'), compose('body=hello')] },
  },
  'location.scheme-relative': { ...resolved('//{b}/b', '/b', '{b}'), revision: 2 },
  'location.fragment': { ...resolved('/a#f', '/a') },
  'location.inherit': {
    ...BASE,
    level: 'R',
    clause: 'RFC 9110 §10.2.2, §7.1',
    revision: 2,
    requests: 2,
    serve: from(302, '/a', '/x'),
    // Clients can have one choice for all requests of a session, of which no other one is asked.
    ask: ['plain', 'x'].map((name) => ({ redirects: true, url: `http://{a}/${name}#f` })),
    expect: all(
      ok('hello', { step: 2 }),
      rule('the fragment in the URL of the response, for a client that reports fragments', (seen) => {
        const [direct = '', redirected = ''] = [1, 2].map((step) => seen.outcome(step).url);
        return !direct.endsWith('#f') || redirected.endsWith('#f')
          ? undefined
          : wrong(redirected || 'no URL');
      }),
      rule('no fragment in any target', (seen) => {
        const sent = seen.requests().find(({ target: each }) => each.includes('#'));
        return sent ? wrong(sent.target) : undefined;
      }),
    ),
  },
  'location.missing': {
    ...BASE,
    level: 'B',
    clause: 'RFC 9110 §15.4',
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
    '/': compose('redirect=/%C3%A4&fault=location:utf8'),
    '*': compose('body=hello'),
  }),
  'location.crlf': {
    ...BASE,
    level: 'X',
    clause: 'RFC 9112 §3.2',
    serve: from(302, '/a%0d%0aX-I:1'),
    ask: [{ redirects: true }],
    expect: rule('no field X-I at the target', (seen) =>
      /[\r\n]X-I:/i.test(seen.textFrom('client')) ? wrong('the field X-I at the target') : undefined,
    ),
  },
  'location.file': otherScheme('{secret}'),
  'location.data': otherScheme(`data:text/plain,${SECRET}`),
  'location.ftp': otherScheme('ftp://{silent}/file'),
  'location.userinfo': {
    ...BASE,
    level: 'X',
    clause: 'RFC 9110 §4.2.4',
    serve: { ports: { a: from(302, 'http://user:pass@{b}/target'), b: [compose('body=hello')] } },
    ask: [{ redirects: true }],
    expect: rule('an outcome; the process goes on', (seen) =>
      seen.outcome(1).error === 'timeout' ? findingOf(seen.outcome(1)) : undefined,
    ),
  },
  'auth.same': kept('/target'),
  'auth.back': kept('http://{b}/', {
    // Revision 1 had the value of the request to the other origin.
    revision: 2,
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
    level: 'R',
    clause: 'RFC 9110 §10.1.3',
    serve: from(302, '/target'),
    ask: [{ redirects: true, url: 'http://{a}/#fragment' }],
    expect: rule('no fragment and no userinfo in Referer', (seen) => {
      const referer = valuesOf(target(seen)?.fields ?? [], 'referer').join();
      return /[#@]/.test(referer) ? wrong(referer) : undefined;
    }),
  },
  'referer-downgrade': {
    ...BASE,
    level: 'R',
    revision: 2,
    clause: 'RFC 9110 §10.1.3',
    supports: ['redirects', 'ca'],
    needs: [...NEEDS, 'control.tls'],
    serve: {
      ports: {
        tls: [compose(`status=302&redirect=${inQuery('http://{b.localhost}/')}`)],
        b: [compose('body=hello')],
      },
    },
    ask: [{ redirects: true, url: 'https://{tls.localhost}/private' }],
    expect: rule('no Referer at a target without TLS', (seen) =>
      isSentTo(seen, 'b', 'referer') ? wrong('Referer sent to the target') : undefined,
    ),
  },
  loop: loop(),
  'loop-two': {
    ...loop(),
    serve: { '/': compose('status=302&redirect=/two'), '/two': compose('status=302&redirect=/') },
  },
  max: {
    ...BASE,
    // Revision 1 accused clients that stop earlier, because they count requests.
    level: 'X',
    clause: 'RFC 9110 §15.4',
    supports: ['redirects', 'max-redirects'],
    revision: 2,
    serve: { ...CHAIN, '*': compose('body=hello') },
    ask: [{ redirects: 3 }],
    expect: all(
      either(
        error(),
        rule('a redirect reported', (seen) =>
          seen.outcome(1).status === 302 ? undefined : findingOf(seen.outcome(1)),
        ),
      ),
      atMost(4),
    ),
  },
  off: {
    level: 'X',
    clause: 'RFC 9110 §15.4',
    serve: from(302, '/target'),
    ask: [{ redirects: false }],
    expect: all(exactly(1), either(notFollowed(302), error())),
  },
  '300': special(300),
  '304': special(304),
  '305': special(305),
  '305-proxy': {
    ...BASE,
    level: 'X',
    clause: 'RFC 9110 §15.4.6',
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
    // Revision 1 sent 50 kB a second, so that no bound above 250 kB could be seen. 64 MB, and then nothing.
    level: 'B',
    clause: 'RFC 9110 §17.5',
    alone: true,
    revision: 2,
    serve: {
      '/': raw('stall', CHUNKED_REDIRECT, {
        repeat: `10000\r\n${'a'.repeat(0x10000)}\r\n`,
        count: 1000,
        wait: 0,
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
  'dripped-content': {
    ...BASE,
    level: 'I',
    clause: 'RFC 9110 §17.5',
    serve: {
      '/': raw('fin', CHUNKED_REDIRECT, { repeat: '1\r\na\r\n', count: 8, wait: 400 }, '0\r\n\r\n'),
      '*': compose('body=hello'),
    },
    ask: [{ redirects: true }],
    evidence: ['HTTP/1.1 302 Found'],
    expect: value('what becomes of slow content of a redirect', (seen) => {
      const { error: failure, status } = seen.outcome(1);
      if (failure !== undefined) return failure === 'timeout' ? 'time-out' : 'rejected';
      return status === 302 ? 'reported' : 'followed';
    }),
  },
});
