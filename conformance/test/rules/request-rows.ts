import { generatedBody } from '../../src/adapter/messages.ts';
import { Credentials } from '../credentials.ts';
import { answered, ask, at, type Evidence, failed, get, hello, refused, timedOut } from './evidence.ts';
import type { Failure as RuleFailure, RuleRow } from './rule-rows.ts';

/** Nothing on the wire, and an error: its class is a matter of the adapter. */
const REFUSALS: readonly Evidence[] = [{ outcomes: [refused] }, { outcomes: [failed] }];
const LATE: RuleFailure = [{ outcomes: [timedOut] }, 'error timeout', 'hang'];

/** Evidence of the requests of one connection at the port `a`. */
function sent(...requests: readonly string[]): Evidence {
  return { outcomes: [hello], ports: at('a', ...requests) };
}

/** Evidence of a first request with these field lines. */
function withLines(...lines: readonly string[]): Evidence {
  return sent(get('/', ...lines));
}

function post(content: string | Buffer, ...lines: readonly string[]): string {
  return ask('POST', '/', content, ...lines);
}

const CHUNKS = 'Transfer-Encoding: chunked';

function chunked(content: string, ...trailers: readonly string[]): string {
  const chunks = [`${content.length.toString(16)}\r\n${content}`, '0', ...trailers, '', ''];
  return `${ask('POST', '/', undefined, CHUNKS)}${chunks.join('\r\n')}`;
}

/** The credentials of Digest for the requests to a target, as a client sends them that counts, or not. */
function digests(algorithm: string, counts: boolean, user = 'user', target = '/p?x=1&y=2'): string[] {
  const credentials = new Credentials(counts);
  const [login, url] = [{ scheme: 'digest', user, password: 'pass' } as const, new URL(`http://a${target}`)];
  const challenge = `Digest realm="a, b", qop="auth", algorithm=${algorithm}, nonce="n1", opaque="o"`;
  const first = credentials.answer(login, [['WWW-Authenticate', challenge]], url, 'GET', undefined);
  const second = credentials.initial(login, url, 'GET');
  return [first, second].map((value) => get(target, `Authorization: ${value}`));
}

const BASIC = (user: string, password: string) =>
  `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Rules about what arrived at the server. */
export const REQUEST_ROWS: readonly RuleRow[] = [
  {
    rule: /^(at most|exactly) (\d+|one) requests?$/,
    examples: ([kind, text]) => {
      const count = text === 'one' ? 1 : Number(text);
      const requests = (number: number) => sent(...Array.from({ length: number }, () => get()));
      return {
        pass: [requests(count), ...(kind === 'at most' ? [requests(0)] : [])],
        fail: [
          [requests(count + 1), `${count + 1} requests`],
          ...(kind === 'at most' ? [] : ([[requests(count - 1), `${count - 1} requests`]] as const)),
        ],
      };
    },
  },
  {
    rule: /^all (\d+) bytes of the request arrive$/,
    examples: ([length], { ask: steps }) => {
      const [text] = steps.flatMap(({ body }) => body ?? []);
      const content = text === undefined ? generatedBody(Number(length)) : Buffer.from(text, 'base64');
      const other = Buffer.from(content);
      other.writeUInt8(other.readUInt8(0) ^ 1, 0);
      return {
        pass: [
          sent(post(content)),
          sent(post(content), post(content)),
          sent(chunked(content.toString('latin1'))),
        ],
        fail: [
          [sent(post(content.subarray(1))), `POST with ${content.length - 1} bytes`],
          [sent(post(content), post(other)), `POST with ${content.length} bytes, POST`],
          [sent(), 'no request'],
        ],
      };
    },
  },
  {
    rule: 'each repeated request is complete',
    examples: {
      pass: [sent(), sent(post('12345').slice(0, -1)), { ports: { a: [[post('12345')], [post('12345')]] } }],
      fail: [[{ ports: { a: [[post('12345')], [post('12345').slice(0, -5)]] } }, 'ends after 0 bytes']],
    },
  },
  {
    rule: 'not all of the content is sent',
    examples: {
      pass: [sent(post('12345').slice(0, -1)), { outcomes: [failed] }],
      fail: [[sent(post('12345')), 'all of the content']],
    },
  },
  {
    rule: 'one framing with all the octets of the text, or refused',
    examples: {
      pass: [sent(post('12345')), ...REFUSALS],
      fail: [LATE, [sent(`${post('12345')}6`), 'bytes behind it']],
    },
  },
  {
    rule: 'the fragment in the URL of the response, for a client that reports fragments',
    examples: (() => {
      const told = (...urls: string[]): Evidence => ({ outcomes: urls.map((url) => ({ ...hello, url })) });
      return {
        pass: [
          told('http://a/plain#f', 'http://a/a#f'),
          told('http://a/plain', 'http://a/a'),
          { outcomes: [hello, hello] },
        ],
        fail: [
          [told('http://a/plain#f', 'http://a/a'), 'http://a/a'],
          [{ outcomes: [{ ...hello, url: 'http://a/plain#f' }, hello] }, 'no URL'],
        ],
      };
    })(),
  },
  {
    rule: 'one framing, and no byte behind the request',
    examples: {
      pass: [sent(post('12345')), sent(chunked('12345')), sent(get())],
      fail: [
        [sent(`${post('12345')}6`), 'bytes behind it'],
        [sent(post('12345').slice(0, -1)), 'an incomplete request'],
        [sent(ask('POST', '/', '12345', CHUNKS)), 'Content-Length beside Transfer-Encoding at byte '],
        [sent(ask('POST', '/', '12345', 'Content-Length: 4')), 'Second Content-Length field at byte '],
      ],
    },
  },
  {
    rule: 'the method HEAD',
    examples: { pass: [sent(ask('HEAD', '/', undefined))], fail: [[sent(get()), 'the method GET']] },
  },
  {
    rule: /^the method (\S+), or refused$/,
    examples: ([method = '']) => ({
      pass: [sent(ask(method, '/', undefined)), ...REFUSALS],
      fail: [LATE, [sent(ask(method === 'patch' ? 'PATCH' : 'GET', '/', undefined)), ' / HTTP/1.1']],
    }),
  },
  {
    rule: /^the target (\/\S*)$/,
    examples: ([target = ''], { id }) => {
      // The second request is the one that follows the redirect.
      const before = id.startsWith('redirect.') ? [get('/first')] : [];
      return {
        pass: [sent(...before, get(target))],
        fail: [
          [sent(...before, get(`${target}x`)), `${target}x`],
          [sent(...before), 'request'],
        ],
      };
    },
  },
  {
    rule: 'Host is that of the target',
    examples: (_, { serve }) => {
      const responses = JSON.stringify(serve);
      const host = /(?:%2F%2F|\/\/)(\{[^}]+\})/.exec(responses)?.[1] ?? '{a}';
      const behind = get('/b').replace('{a}', host);
      return {
        pass: [sent(get('/first'), behind), sent(get('/first'))],
        fail: [
          [sent(get('/first'), get('/b').replace('{a}', '{other}')), '127.0.0.1:'],
          [sent(get('/first'), behind, get('/b').replace('{a}', '{other}')), '127.0.0.1:'],
          [sent(get('/first'), get('/b').replace(/Host: .*\r\n/, '')), 'absent in place of '],
          ...(host === '{a}' ? [] : ([[sent(get('/first'), get('/b')), 'Host 127']] as const)),
        ],
      };
    },
  },
  {
    rule: 'exactly one Host, which is the authority',
    examples: (_, { ask: [step] }) => {
      const authority = step?.url?.includes('[::1]') ? '{a.[::1]}' : '{a}';
      const request = get().replace('{a}', authority);
      return {
        pass: [sent(request)],
        fail: [
          [sent(request.replace(/Host: .*\r\n/, '')), 'Host absent'],
          [sent(request.replace(/(Host: .*\r\n)/, '$1$1')), ' and '],
          [sent(request.replace(/Host: .*\r\n/, 'Host: localhost\r\n')), 'Host localhost'],
        ],
      };
    },
  },
  {
    rule: 'Host is the first field',
    examples: {
      pass: [sent('GET / HTTP/1.1\r\nhost: {a}\r\nA: 1\r\n\r\n')],
      fail: [[sent('GET / HTTP/1.1\r\nA: 1\r\nHost: {a}\r\n\r\n'), 'the first field is A']],
    },
  },
  {
    rule: 'userinfo neither in the target nor in Host, or refused',
    examples: {
      pass: [sent(get('/x')), ...REFUSALS],
      fail: [
        LATE,
        [sent(get('http://user:pass@{a}/x')), 'user:***@'],
        [sent(get('/x').replace('Host: ', 'Host: user@')), 'Host: user@'],
      ],
    },
  },
  {
    rule: 'no SP, control or octet above 126 in the target, or refused',
    examples: {
      pass: [sent(get('/a%20b%C3%A4')), ...REFUSALS],
      fail: [
        LATE,
        [sent(get('/a b')), '/a b'],
        [sent(get('/a%20b\u00e4')), '/a%20b'],
        [sent(get('/a\tb')), '/a\\tb'],
      ],
    },
  },
  {
    rule: 'Content-Length: 0',
    examples: {
      pass: [sent(post(''))],
      fail: [
        [sent(ask('POST', '/', undefined)), 'Content-Length absent'],
        [sent(ask('POST', '/', '', 'Content-Length: 0')), 'Content-Length 0,0'],
      ],
    },
  },
  {
    rule: 'neither Content-Length nor Transfer-Encoding',
    examples: {
      pass: [withLines()],
      fail: [
        [withLines('content-length: 0'), 'a framing field'],
        [withLines(CHUNKS), 'a framing field'],
      ],
    },
  },
  {
    rule: 'no Expect without content',
    examples: { pass: [withLines()], fail: [[withLines('Expect: 100-continue'), 'Expect']] },
  },
  {
    rule: 'TE is listed in Connection',
    examples: {
      pass: [withLines(), withLines('TE: trailers', 'Connection: close, te')],
      fail: [
        [withLines('TE: trailers'), 'TE without'],
        [withLines('TE: trailers', 'Connection: keep-alive, date'), 'TE without'],
      ],
    },
  },
  {
    rule: 'X-T: end behind the last chunk, and not among the fields',
    examples: {
      pass: [sent(chunked('12345', 'X-T: end'))],
      fail: [
        [sent(chunked('12345')), 'X-T absent'],
        [sent(chunked('12345', 'X-T: other')), 'X-T other'],
        [sent(post('12345', 'X-T: end')), 'X-T among the fields'],
      ],
    },
  },
  {
    rule: 'neither content nor credentials, or refused',
    examples: {
      pass: [sent(ask('TRACE', '/', undefined)), ...REFUSALS],
      fail: [
        LATE,
        [sent(ask('TRACE', '/', 'content')), 'TRACE with content'],
        [sent(ask('TRACE', '/', undefined, BASIC('user', 'pass'))), 'TRACE with credentials'],
      ],
    },
  },
  {
    rule: 'the second attempt has no Expect',
    examples: {
      pass: [sent(post('a', 'Expect: 100-continue'), post('a'))],
      fail: [
        [sent(post('a', 'Expect: 100-continue'), post('a', 'Expect: 100-continue')), 'Expect'],
        [sent(post('a', 'Expect: 100-continue')), 'no second attempt'],
      ],
    },
  },
  {
    rule: 'the same Idempotency-Key in all attempts',
    examples: {
      pass: [sent(post('a', 'Idempotency-Key: k1'), post('a', 'idempotency-key: k1'))],
      fail: [
        [sent(post('a', 'Idempotency-Key: k1'), post('a', 'Idempotency-Key: k2')), 'another key'],
        [sent(post('a', 'Idempotency-Key: k1'), post('a')), 'another key'],
      ],
    },
  },
  {
    rule: 'refused, or sent without a line of the attacker and without NUL',
    examples: {
      pass: [withLines('X-A: a X-I: 1'), withLines('X-A: aX-I: 1'), ...REFUSALS],
      fail: [
        LATE,
        [withLines('X-A: a\r\nX-I: 1'), 'the line X-I: 1'],
        [withLines('X-A: a\nX-I: 1'), 'the line X-I: 1'],
        [withLines('X-A: a\rX-I: 1'), 'the line X-I: 1'],
        [withLines('X-A: a\r\n x-i : 1'), 'the line X-I: 1'],
        [withLines('X-A: a\0b'), 'NUL'],
      ],
    },
  },
  {
    rule: 'refused, or no field name with a space',
    examples: {
      pass: [withLines('X-A-B: 1'), ...REFUSALS],
      fail: [LATE, [withLines('X-A B: 1'), 'a field name with a space']],
    },
  },
  {
    rule: 'refused, or one framing with all the content; no byte of it before the next request',
    examples: (_, { ask: [step] }) => {
      const content = Buffer.from(step?.body ?? '', 'base64').toString();
      const short = ask('POST', '/', undefined, 'Content-Length: 3');
      return {
        pass: [sent(post(content), get()), sent(chunked(content), get()), ...REFUSALS],
        fail: [
          LATE,
          [sent(`${short}${content}`, get()), `3 of ${content.length} bytes are the content`],
          [sent(ask('POST', '/', content, 'Content-Length: 3')), 'Second Content-Length field at byte '],
          [sent(ask('POST', '/', content, CHUNKS)), 'Content-Length beside Transfer-Encoding at byte '],
          [sent(`${post(content)}rest`), '4 bytes behind the content'],
        ],
      };
    },
  },
  {
    rule: 'the credentials in the last request',
    examples: (_, { ask: [step] }) => {
      const { user = '', password = '' } = step?.auth ?? {};
      const right = get('/', BASIC(user, password));
      return {
        pass: [sent(get(), right), sent(right)],
        fail: [
          [sent(right, get()), 'no Authorization'],
          [sent(get(), get('/', BASIC(user, 'other'))), 'other credentials'],
          [sent(get('/', BASIC(user, password), BASIC(user, password))), 'other credentials'],
        ],
      };
    },
  },
  {
    rule: 'a valid response of Digest, and nc that grows with each request of a nonce',
    examples: (_, { id }) => {
      const algorithm = id.includes('sha256') ? 'SHA-256' : 'MD5';
      const right = digests(algorithm, true);
      const change = (pattern: RegExp, text: string) => right.map((each) => each.replace(pattern, text));
      return {
        pass: [sent(get('/p?x=1&y=2'), ...right)],
        fail: [
          [sent(get('/p?x=1&y=2')), 'no Authorization'],
          [sent(...digests(algorithm, false)), 'nc 00000001 again'],
          [sent(...digests(algorithm, true, 'other')), 'username "other" in place of "user"'],
          [sent(...change(/ response="./, ' response="x')), 'another response'],
          [sent(...change(/ uri="[^"]*"/, ' uri="/p"')), 'uri "/p" in place of'],
          [sent(...change(/ opaque="o"/, '')), 'opaque ""'],
          [sent(...change(/nc=\d+/, 'nc=1')), 'nc "1"'],
          [sent(...change(/ cnonce="[^"]*"/, ' cnonce=""')), 'no cnonce'],
          [sent(...change(/Digest /, 'Basic ')), 'another scheme'],
        ],
      };
    },
  },
  {
    rule: 'the new nonce in the last request',
    examples: {
      pass: [
        sent(
          get(),
          get('/', 'Authorization: Digest nonce="n1"'),
          get('/', 'Authorization: Digest nonce="n2"'),
        ),
      ],
      fail: [
        [sent(get(), get('/', 'Authorization: Digest nonce="n1"')), 'another nonce'],
        [sent(get('/', 'Authorization: Digest nonce="n2"'), get()), 'another nonce'],
      ],
    },
  },
  {
    rule: 'no attempt earlier than 1 s',
    examples: {
      pass: [sent(get()), { ports: { a: [{ client: [get(), get()], at: [10, 1000] }] } }],
      fail: [[{ ports: { a: [{ client: [get(), get()], at: [10, 900] }] } }, 'after 890 ms']],
    },
  },
];

/** Rules about connections, and about the requests of a proxy, a jar and TLS. */
export const CONNECTION_ROWS: readonly RuleRow[] = [
  {
    rule: 'the second request on another connection',
    examples: {
      pass: [{ ports: { a: [[get()], [get()]] } }],
      fail: [[sent(get(), get()), 'the same connection']],
    },
  },
  {
    rule: 'the first connection ended',
    examples: {
      pass: [{ ports: { a: [{ client: [get()], isEnded: true }] } }],
      fail: [[{ ports: { a: [[get()], { client: [get()], isEnded: true }] } }, 'is open']],
    },
  },
  {
    rule: 'the first connection ended, or read to its end',
    examples: {
      pass: [
        { ports: { a: [{ client: [get()], isEnded: true }] } },
        { ports: { a: [{ client: [get()], server: Buffer.alloc(1_000_000) }] } },
      ],
      fail: [[{ ports: { a: [{ client: [get()], server: Buffer.alloc(999_999) }] } }, 'open and unread']],
    },
  },
  {
    rule: 'the server wrote less than 8 MB',
    examples: {
      pass: [{ ports: { a: [{ client: [get()], server: Buffer.alloc(7_999_999) }] } }],
      fail: [
        [
          {
            ports: {
              a: [
                { client: [get()], server: Buffer.alloc(4_000_000) },
                { client: [get()], server: Buffer.alloc(4_000_000) },
              ],
            },
          },
          '8000000 bytes',
        ],
      ],
    },
  },
  {
    rule: 'not before 0.9 of the limit',
    examples: {
      pass: [{ times: [{ duration: 900, limit: 1000 }] }, { times: [{ duration: 200, limit: 200 }] }],
      fail: [
        [{ times: [{ duration: 899, limit: 1000 }] }, 'after 899 of 1000 ms'],
        [{ times: [{ duration: 1000, limit: 2000 }] }, 'after 1000 of 2000 ms'],
      ],
    },
  },
  {
    rule: 'no request on this connection',
    examples: (_, { serve }) => {
      const port = Object.keys(serve).at(-1) ?? '';
      return {
        pass: [{ ports: { [port]: [[]] } }, { ports: { ...at('other', get()), [port]: [] } }],
        fail: [[{ ports: at(port, get()) }, 'request']],
      };
    },
  },
  {
    rule: 'one request, which is the first',
    examples: {
      pass: [{ ports: at('tls', get()) }],
      fail: [
        [{ ports: at('tls', get(), get()) }, '2 requests'],
        [{ ports: at('tls') }, '0 requests'],
      ],
    },
  },
  {
    rule: /^(?:the|no) server_name (localhost|that is an address)$/,
    examples: ([kind]) => {
      const named = (name?: string): Evidence => ({
        ports: { tls: [{ client: [get()], ...(name !== undefined && { serverName: name }) }] },
      });
      return kind === 'localhost'
        ? {
            pass: [named('localhost')],
            fail: [
              [named(), 'server_name absent'],
              [named('other'), 'server_name other'],
            ],
          }
        : { pass: [named(), named('localhost')], fail: [[named('127.0.0.1'), 'server_name 127.0.0.1']] };
    },
  },
  {
    rule: /^one field Cookie: (.*)$/,
    examples: ([text = ''], { ask: steps }) => {
      const cookies = text === 'a=1 and b=2 in any order' ? 'b=2; a=1' : text;
      const before = Array.from({ length: steps.length - 1 }, () => get());
      return {
        pass: [sent(...before, get('/', `Cookie: ${cookies}`))],
        fail: [
          [sent(...before, get()), 'no Cookie'],
          [sent(...before, get('/', `Cookie: ${cookies}; c=3`)), 'c=3'],
          [sent(...before, get('/', `Cookie: ${cookies}`, 'Cookie: c=3')), 'c=3'],
          [sent(get('/', `Cookie: ${cookies}`), ...before), 'no Cookie'],
        ],
      };
    },
  },
  {
    rule: /^no Cookie(?: after its deletion)?$/,
    examples: (_, { ask: steps }) => {
      const before = Array.from({ length: steps.length - 1 }, () => get());
      return {
        pass: [sent(...before, get())],
        fail: [[sent(...before, get('/', 'Cookie: a=1')), 'a=1']],
      };
    },
  },
  {
    rule: 'the cookie of the redirect at its target',
    examples: {
      pass: [sent(get(), get('/target', 'Cookie: a=1'))],
      fail: [
        [sent(get(), get('/target')), 'no Cookie'],
        [sent(get(), get('/target', 'Cookie: a=2')), 'a=2'],
      ],
    },
  },
  {
    rule: 'the request at the proxy',
    examples: {
      pass: [{ ports: { proxy: [[get('http://{a}/')]], a: [] } }],
      fail: [
        [{ ports: { proxy: [], a: [[get()]] } }, 'a request without the proxy'],
        [{ ports: { proxy: [[get('http://{a}/')]], a: [[get()]] } }, 'a request without the proxy'],
      ],
    },
  },
  {
    rule: 'absolute-form, and the Host of the target',
    examples: {
      pass: [{ ports: at('proxy', get('http://{a}/x?y=1')) }],
      fail: [
        [{ ports: at('proxy', get('/x?y=1')) }, 'the target /x?y=1'],
        [{ ports: at('proxy', get('http://{a}/x?y=1').replace('Host: {a}', 'Host: {proxy}')) }, 'Host 127'],
        [{ ports: at('a', get('/x?y=1')) }, 'no request'],
      ],
    },
  },
  {
    rule: 'CONNECT with the authority of the target and its port',
    examples: {
      pass: [{ ports: at('proxy', ask('CONNECT', '{tls.localhost}', undefined)) }],
      fail: [
        [{ ports: at('proxy', ask('CONNECT', 'localhost', undefined)) }, 'CONNECT localhost'],
        [{ ports: at('proxy', get('https://{tls.localhost}/')) }, 'GET https://'],
      ],
    },
  },
  {
    rule: 'the credentials in Proxy-Authorization',
    examples: {
      pass: [{ ports: at('proxy', get(), get('/', 'Proxy-Authorization: Basic dXNlcjpwYXNz')) }],
      fail: [
        [{ ports: at('proxy', get('/', 'Authorization: Basic dXNlcjpwYXNz')) }, 'other credentials'],
        [{ ports: at('proxy', get('/', 'Proxy-Authorization: Basic eDp5')) }, 'other credentials'],
      ],
    },
  },
  {
    rule: 'each credentials at their receiver only',
    examples: (() => {
      const [proxy, target] = ['Proxy-Authorization: Basic dXNlcjpwYXNz', 'Authorization: Bearer target'];
      const pair = (proxyLines: string[], targetLines: string[]): Evidence => ({
        ports: {
          proxy: [[ask('CONNECT', '{tls.localhost}', undefined, ...proxyLines)]],
          tls: [[get('/', ...targetLines)]],
        },
      });
      return {
        pass: [pair([proxy], [target])],
        fail: [
          [pair([proxy, target], [target]), 'Authorization sent to the proxy'],
          [pair([proxy], [target, proxy]), 'Proxy-Authorization sent to the target'],
          [pair([proxy], []), 'no Authorization'],
        ],
      };
    })(),
  },
];

/** Rules about requests behind a redirect. */
export const REDIRECT_ROWS: readonly RuleRow[] = [
  {
    rule: /^(\S+) at the target with (\d+) bytes$/,
    examples: ([method = '', length]) => {
      const content = Buffer.alloc(Number(length), 'a');
      const following = (name: string, bytes: Buffer) =>
        sent(ask('POST', '/', 'first'), ask(name, '/target', bytes.length > 0 ? bytes : undefined));
      return {
        pass: [following(method, content)],
        fail: [
          [following('OPTIONS', content), 'OPTIONS with'],
          [following(method, Buffer.alloc(7)), `${method} with 7 bytes`],
          [sent(ask('POST', '/', 'first')), 'no request at the target'],
        ],
      };
    },
  },
  {
    rule: 'no Content-Type, Content-Language or content length at the target',
    examples: {
      pass: [sent(post('a'), get('/target')), sent(post('a'))],
      fail: [
        [sent(post('a'), get('/target', 'Content-Type: text/x-test')), 'content-type at the target'],
        [sent(post('a'), get('/target', 'content-language: de')), 'content-language at the target'],
        [sent(post('a'), ask('GET', '/target', 'a')), 'content at the target'],
      ],
    },
  },
  {
    rule: 'no fragment in any target',
    examples: {
      pass: [sent(get('/x'), get('/a'))],
      fail: [
        [sent(get('/x#f'), get('/a')), '/x#f'],
        [sent(get('/x'), get('/a#f')), '/a#f'],
      ],
    },
  },
  {
    rule: 'no field X-I at the target',
    examples: {
      pass: [sent(get(), get('/a%0d%0aX-I:1'))],
      fail: [
        [sent(get(), get('/a', 'X-I:1')), 'the field X-I'],
        [sent(get(), 'GET /a\nx-i:1 HTTP/1.1\r\n\r\n'), 'the field X-I'],
      ],
    },
  },
  {
    rule: 'never content of the target',
    examples: {
      pass: [{ outcomes: [failed] }, { outcomes: [answered('', 302)] }, { outcomes: [hello] }],
      fail: [
        [{ outcomes: [answered('the sparring-secret of it')] }, 'the content of '],
        [{ outcomes: [{ ...answered('sparring-secret'), error: 'other' }] }, 'the content of '],
        [{ outcomes: [timedOut] }, 'error timeout', 'hang'],
      ],
    },
  },
  {
    rule: 'no connection to the target',
    examples: {
      pass: [{ ports: { ...at('a', get()), silent: [] } }],
      fail: [[{ ports: { ...at('a', get()), silent: [[]] } }, 'a connection to the target']],
    },
  },
  {
    rule: /^no (\S+) at the target$/,
    examples: ([name = ''], { serve }) => {
      const [origin = 'a', target = 'b'] = Object.keys(serve);
      const first = { [origin]: [[get('/', `${name}: secret`)]] };
      return {
        pass: [{ ports: { ...first, [target]: [[get()]] } }, { ports: first }],
        fail: [
          [{ ports: { ...first, [target]: [[get('/', `${name.toLowerCase()}: x`)]] } }, 'sent to the target'],
        ],
      };
    },
  },
  {
    rule: 'no Referer at a target without TLS',
    examples: {
      pass: [{ ports: { ...at('tls', get('/', 'Referer: x')), b: [[get()]] } }],
      fail: [[{ ports: { ...at('tls', get()), b: [[get('/', 'Referer: https://a/')]] } }, 'Referer sent']],
    },
  },
  {
    rule: 'no fragment and no userinfo in Referer',
    examples: {
      pass: [sent(get(), get('/target')), sent(get(), get('/target', 'Referer: http://a/'))],
      fail: [
        [sent(get(), get('/target', 'Referer: http://a/#fragment')), '#fragment'],
        [sent(get(), get('/target', 'Referer: http://user@a/')), 'user@'],
      ],
    },
  },
  {
    rule: 'the target is not used as a proxy',
    examples: {
      pass: [{ ports: { a: [[get()]], b: [[get()]] } }],
      fail: [[{ ports: { a: [[get()]], b: [[get('http://{a}/')]] } }, 'absolute-form']],
    },
  },
];
