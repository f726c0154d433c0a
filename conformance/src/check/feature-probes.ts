import { generatedBody } from '../adapter/messages.ts';
import { compose } from '../case-port/scripted-response.ts';
import { content, fieldOf, isError } from './basic-probes.ts';
import { arrives, firstOf, type Probe, reports } from './probe.ts';

const REDIRECT = compose('status=302&redirect=/target');
const CHAIN = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [
    index === 0 ? '/' : `/${index}`,
    compose(`status=302&redirect=/${index + 1}`),
  ]),
);
const HELLO = compose('body=hello');
const POST = { method: 'POST', bodySize: 1000 } as const;
const CREDENTIALS = { user: 'user', password: 'pass' } as const;

function challenged(scheme: string) {
  const challenge = compose(`status=401&body=no&header=${encodeURIComponent(`WWW-Authenticate: ${scheme}`)}`);
  return { a: [{ field: 'authorization', present: [HELLO], absent: [challenge] }] };
}

/** One exchange for each feature that cases need. An adapter that declares the feature must do it. */
export const FEATURE_PROBES: Readonly<Record<string, Omit<Probe, 'what'>>> = {
  redirects: {
    serve: { a: { '/': REDIRECT, '/target': HELLO } },
    ask: [{ redirects: true }],
    contradiction: firstOf(
      arrives('GET /target', (seen) => seen.requests().at(-1)?.target === '/target'),
      reports('hello'),
    ),
  },
  'max-redirects': {
    // Not a loop, which clients detect.
    serve: { a: CHAIN },
    ask: [{ redirects: 2 }],
    contradiction: (seen) =>
      seen.requests().length > 4
        ? `redirects is 2, and ${seen.requests().length - 1} were followed`
        : undefined,
  },
  cookies: {
    serve: { a: [compose(`body=hello&header=${encodeURIComponent('Set-Cookie: a=1')}`), HELLO] },
    // Some clients store no cookies of addresses.
    ask: [{ url: 'http://{a.localhost}/' }, { url: 'http://{a.localhost}/' }],
    contradiction: arrives(
      'the cookie a=1 in the second request',
      (seen) => fieldOf(seen, 'cookie') === 'a=1',
    ),
  },
  auth: {
    serve: challenged('Basic realm="a"'),
    ask: [{ auth: { scheme: 'basic', ...CREDENTIALS } }],
    contradiction: arrives(
      'Authorization with Basic and the credentials',
      (seen) => fieldOf(seen, 'authorization') === 'Basic dXNlcjpwYXNz',
    ),
  },
  'auth-digest': {
    serve: challenged('Digest realm="a", qop="auth", algorithm=MD5, nonce="n"'),
    ask: [{ auth: { scheme: 'digest', ...CREDENTIALS } }],
    contradiction: arrives('Authorization with Digest', (seen) =>
      /^Digest /i.test(fieldOf(seen, 'authorization')),
    ),
  },
  proxy: {
    serve: { proxy: [HELLO], a: [compose('body=direct')] },
    ask: [{ proxy: 'http://{proxy}' }],
    contradiction: arrives(
      'a request at the proxy',
      (seen) => seen.requests('proxy').length > 0 && seen.requests('a').length === 0,
      (seen) => (seen.requests('a').length > 0 ? 'one at the server did' : ''),
    ),
  },
  ca: {
    serve: { tls: [HELLO] },
    ask: [{ url: 'https://{tls.localhost}/' }],
    contradiction: reports('hello'),
  },
  'no-verify': {
    serve: { tlsselfsigned: [HELLO] },
    ask: [{ url: 'https://{tlsselfsigned.localhost}/', verify: false }],
    contradiction: reports('hello'),
  },
  stream: {
    serve: { a: [HELLO] },
    ask: [{ ...POST, bodyKind: 'stream' }],
    contradiction: firstOf(content(generatedBody(1000)), reports('hello')),
  },
  'request-trailers': {
    serve: { a: [HELLO] },
    ask: [{ ...POST, bodyKind: 'stream', trailers: [['X-T', 'end']] }],
    contradiction: arrives(
      'the trailer X-T: end',
      (seen) =>
        seen
          .requests()
          .at(-1)
          ?.trailers.some(([name, value]) => name.toLowerCase() === 'x-t' && value === 'end') === true,
    ),
  },
  expect: {
    serve: { a: [HELLO] },
    ask: [{ ...POST, expect: true }],
    contradiction: arrives(
      'Expect: 100-continue',
      (seen) => fieldOf(seen, 'expect').toLowerCase() === '100-continue',
    ),
  },
  abort: {
    serve: { a: [compose('bytes=1000000&rate=500000')] },
    ask: [{ abort: { at: 'headers' } }],
    contradiction: (seen) => isError(seen, 'abort.at is headers'),
  },
  retry: {
    serve: { a: [compose('status=503&body=busy')] },
    ask: [{ retry: { max: 1 } }],
    limit: 15_000,
    contradiction: (seen) => {
      const count = seen.requests().length;
      return count === 2 ? undefined : `retry.max is 1, and ${count} requests arrived after 503, not 2`;
    },
  },
  'max-body': {
    serve: { a: [compose('bytes=100000')] },
    ask: [{ maxBody: 1000 }],
    contradiction: (seen) => isError(seen, 'maxBody is 1000, and the server sent 100000 bytes'),
  },
  cache: {
    serve: {
      a: [
        compose(`body=first&header=${encodeURIComponent('Cache-Control: max-age=100')}`),
        compose('body=second'),
      ],
    },
    ask: [{ cache: true }, { cache: true }],
    contradiction: (seen) =>
      seen.requests().length === 1
        ? undefined
        : 'the response is fresh for 100 s, and a second request arrived: the session has no cache',
  },
  'raw-fields': {
    serve: { a: [compose('body=hello&header=Set-Cookie: a=1&header=Set-Cookie: b=2')] },
    ask: [{}],
    contradiction: (seen) => {
      const fields = (seen.outcome(1).headers ?? []).filter(([name]) => name.toLowerCase() === 'set-cookie');
      return fields.length === 2
        ? undefined
        : `the server sent two lines of Set-Cookie; headers have ${fields.length}`;
    },
  },
};
