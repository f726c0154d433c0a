import { responsesOf, stepsOf } from '../../src/case-port/scripted-response.ts';
import { answered, ask, at, type Evidence, failed, get, hello, timedOut } from './evidence.ts';
import type { ValueRow } from './rule-rows.ts';

function sent(...requests: readonly string[]): Evidence {
  return { outcomes: [hello], ports: at('a', ...requests) };
}

const outcome = (...outcomes: NonNullable<Evidence['outcomes']>): Evidence => ({ outcomes });

const COOKIE = 'Cookie: a=1';
const AUTHORIZATION = 'Authorization: Basic dXNlcjpwYXNz';

/** The values of choices. */
export const VALUE_ROWS: readonly ValueRow[] = [
  {
    value: 'accepted, or rejected',
    examples: [
      [outcome(answered('hel', 299)), 'accepted, status 299, "hel"'],
      [outcome(failed), 'rejected'],
      [outcome(timedOut), 'time-out'],
    ],
  },
  {
    value: 'rejected, or what was reported',
    examples: [
      [
        outcome({
          ...hello,
          headers: [
            ['x-fault', 'a'],
            ['X-Fault', 'b'],
          ],
        }),
        '["a","b"]',
      ],
      [outcome(hello), 'the line is ignored'],
      [outcome(failed), 'rejected'],
      [outcome(timedOut), 'time-out'],
    ],
  },
  {
    value: 'raw, decoded, or rejected',
    examples: ({ id, serve }) => {
      const [response] = Object.values(serve).flatMap(responsesOf);
      const bytes = response && 'raw' in response ? stepsOf(response).at(-1) : undefined;
      const coded = Buffer.from(bytes instanceof Uint8Array ? bytes : '');
      return [
        [outcome(answered(coded)), 'raw'],
        // The unknown coding is none.
        [outcome(answered('hello '.repeat(300))), id === 'coding.unknown' ? 'raw' : 'decoded'],
        [outcome(hello), 'other content, "hello"'],
        [outcome(failed), 'rejected'],
        [outcome(timedOut), 'time-out'],
      ];
    },
  },
  {
    value: 'connects, or rejected',
    examples: [
      [outcome(hello), 'connects'],
      [outcome(failed), 'rejected'],
      [outcome(answered('', 500)), 'another outcome'],
    ],
  },
  {
    value: 'cached, validated, or fetched',
    examples: (() => {
      const seen = (second: string, ...requests: string[]): Evidence => ({
        outcomes: [answered('first'), answered(second)],
        ports: at('a', ...requests),
      });
      const conditional = get('/', 'If-None-Match: "a"');
      return [
        [seen('first', get()), 'cached'],
        [seen('second', get(), get()), 'fetched'],
        [seen('first', get(), conditional), 'validated'],
        [seen('second', get()), 'other content'],
        [seen('second', get(), conditional), 'other content'],
        [{ outcomes: [answered('first'), failed] }, 'rejected'],
      ];
    })(),
  },
  {
    value: 'followed, or not',
    examples: [
      [sent(get(), get('/target')), 'followed'],
      [sent(get()), 'not followed'],
    ],
  },
  {
    value: 'the Accept-Encoding',
    examples: [
      [sent(get('/', 'Accept-Encoding: gzip', 'accept-encoding: br')), 'gzip, br'],
      [sent(get()), 'none'],
    ],
  },
  {
    value: 'the TE',
    examples: [
      [sent(get('/', 'TE: trailers')), 'trailers'],
      [sent(get()), 'none'],
    ],
  },
  { value: 'the names of the fields in their order', examples: [[sent(get('/', 'x-A: 1')), 'Host x-A']] },
  {
    value: 'the attempts for a server that closes',
    examples: [
      [sent(get()), '1'],
      [{ ports: { a: [[get()], [get()]] } }, '2'],
    ],
  },
  {
    value: 'whether a later request reuses a connection',
    examples: [
      [sent(get(), get()), 'reused'],
      [{ ports: { a: [[get()], [get()], [get()]] } }, 'new connection'],
    ],
  },
  {
    value: 'whether a session has a jar',
    examples: [
      [sent(get(), get('/', COOKIE)), 'jar'],
      [sent(get('/', COOKIE), get()), 'no jar'],
    ],
  },
  {
    value: 'the fields Cookie',
    examples: [
      [sent(get(), get('/', COOKIE, 'Cookie: b=2')), 'a=1 | b=2'],
      [sent(get(), get()), 'none'],
    ],
  },
  {
    value: 'whether a cookie of 4,097 octets is stored',
    examples: [
      [sent(get(), get('/', COOKIE)), 'stored'],
      [sent(get(), get()), 'ignored'],
    ],
  },
  {
    value: 'whether a cookie with Secure is sent over http to this machine',
    examples: [
      [{ ports: { tls: [[get(), get('/', COOKIE)]], a: [[get('/', COOKIE)]] } }, 'sent'],
      [{ ports: { tls: [[get(), get('/', COOKIE)]], a: [[get()]] } }, 'over https only'],
      [{ ports: { tls: [[get(), get()]], a: [[get()]] } }, 'not stored'],
    ],
  },
  {
    value: 'whether the other port gets the cookie',
    examples: [
      [{ ports: { a: [[get()]], b: [[get('/', COOKIE)]] } }, 'sent'],
      [{ ports: { a: [[get('/', COOKIE)]], b: [[get()]] } }, 'not sent'],
    ],
  },
  {
    value: 'whether the request is repeated',
    examples: [
      [sent(get(), get()), 'repeated'],
      [sent(get()), 'reported'],
    ],
  },
  {
    value: 'what the limit means: `total`, or each read',
    examples: [
      [outcome(hello), 'each read, or none'],
      [outcome(timedOut), 'total'],
    ],
  },
  {
    value: 'the method at the target',
    examples: [
      [sent(ask('POST', '/', 'abc'), get('/target')), 'GET with 0 bytes'],
      [sent(ask('POST', '/', 'abc'), ask('POST', '/target', 'abc')), 'POST with 3 bytes'],
      [sent(ask('POST', '/', 'abc')), 'not followed'],
    ],
  },
  {
    value: 'the target',
    cases: /^redirect\./,
    examples: [
      [sent(get(), get('/a%20b')), '/a%20b'],
      [sent(get()), 'not followed'],
    ],
  },
  {
    value: 'the target',
    cases: /^request\./,
    examples: [
      [sent(get('/a b')), '"/a b"'],
      [{ outcomes: [{ error: 'invalid-request' }] }, '"refused"'],
    ],
  },
  {
    value: 'what becomes of slow content of a redirect',
    examples: [
      [outcome(hello), 'followed'],
      [outcome(answered('', 302)), 'reported'],
      [outcome(failed), 'rejected'],
      [outcome(timedOut), 'time-out'],
    ],
  },
  {
    value: 'whether Authorization is kept',
    examples: (() => {
      const kept = get('/target', AUTHORIZATION);
      return [
        [sent(get('/', AUTHORIZATION), kept), 'kept'],
        [sent(get('/', AUTHORIZATION), get('/target')), 'dropped'],
        [sent(get('/', AUTHORIZATION)), 'not followed'],
        // Back at the first origin, whatever the other one got.
        [
          {
            ports: { a: [{ client: [get(), get('/target')], at: [1, 3] }], b: [{ client: [kept], at: [2] }] },
          },
          'dropped',
        ],
        [
          { ports: { a: [{ client: [get(), kept], at: [1, 3] }], b: [{ client: [get()], at: [2] }] } },
          'kept',
        ],
      ];
    })(),
  },
  {
    value: 'whether the field is kept',
    examples: [
      [{ ports: { a: [[get()]], b: [[get('/', 'X-Api-Key: secret')]] } }, 'kept'],
      [{ ports: { a: [[get('/', 'X-Api-Key: secret')]], b: [[get()]] } }, 'dropped'],
      [{ ports: { a: [[get()]], b: [] } }, 'not followed'],
    ],
  },
];
