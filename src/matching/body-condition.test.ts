import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { bodyConditions } from './body-condition.ts';
import type { BodyMatch } from './body-match.ts';
import { RequestContent } from './request-content.ts';
import type { RequestView } from './request-view.ts';

const MASKING = {
  field: () => '****',
  member: (_: string, value: string) => value,
  text: (text: string) => text,
};

function requestWith(text: string, type: string, coding = 'identity'): RequestView {
  const retained = Buffer.from(text);
  const headers = [
    ['Content-Type', type],
    ['Content-Encoding', coding],
  ] as const;
  const body = {
    length: retained.length,
    sha256: retained.length === 0 ? null : hash('sha256', retained),
    kept: retained,
    truncated: false,
  };
  return {
    ...{ method: 'POST', methods: ['POST'], target: '/', path: '/', url: 'http://h/', query: [], headers },
    ...{ protocol: 'HTTP/1.1', bin: null, endpoint: null, connection: 'new', body },
    content: new RequestContent({ method: 'POST', query: [], headers }, body, 65_536),
  };
}

const JSON_BODY = requestWith('{"a":1,"b":[1,2]}', 'application/json');
const FORM = requestWith('a=1&a=2', 'application/x-www-form-urlencoded');
const EMPTY = requestWith('', 'text/plain');
const PARTS = requestWith(
  '--x\r\nContent-Disposition: form-data; name="a"; filename="a b.txt"\r\nContent-Type: text/plain\r\n\r\none\r\n--x--\r\n',
  'multipart/form-data; boundary=x',
);

/** What is said about a request that does not match. */
const EXPLANATIONS: readonly (readonly [
  match: BodyMatch,
  request: RequestView,
  explanations: readonly string[],
])[] = [
  [{ json: { a: 2 } }, JSON_BODY, ['body .a: expected 2, got 1']],
  [{ json: { a: 1 }, exact: true }, JSON_BODY, ['^body: expected only the members a, got ']],
  [{ json: { b: [3] }, ignore_order: true }, JSON_BODY, ['^body: expected the members b in any order, got ']],
  [{ json: {} }, FORM, ['^body: expected JSON, got ']],
  [{ at: { '/a': { is: 2 } } }, JSON_BODY, ['^body at /a: expected \\{"is":2\\}, got ']],
  [{ form: { a: ['1', '3'] } }, FORM, ['^body form a: expected .*"1".*"3".*, got ']],
  [
    { parts: [{ name: 'b' }, { type: 'image/png', size: { min: 1 } }] },
    PARTS,
    ['^body parts: expected parts with name "b"; type "image/png", size, got '],
  ],
  [
    { parts: [{ name: 'a' }, { name: 'a' }], only: true },
    PARTS,
    ['^body parts: expected only parts with name "a"; name "a", got '],
  ],
  [{ text: { has: 'x' } }, FORM, ['^body: expected .*"x".*, got ']],
  [{ contains: 'z' }, FORM, ['^body: expected "z" in it, got ']],
  [{ sha256: 'A'.repeat(64) }, FORM, [`^body: expected the SHA-256 ${'a'.repeat(64)}, got `]],
  [{ size: { min: 8, max: 9 } }, FORM, ['^body: expected from 8 to 9 bytes, got ']],
  [{ empty: true }, FORM, ['^body: expected no body, got ']],
  [{ empty: false }, EMPTY, ['^body: expected a body, got ']],
  ['a=1', FORM, ['^body: expected "a=1", got ']],
  ...['gzip', 'other'].map(
    (coding) =>
      [
        { contains: 'a', json: 1 },
        requestWith('aaa', 'text/plain', coding),
        [
          'body: expected JSON, got 3 bytes, whose Content-Encoding is unknown or broken$',
          'body: expected "a" in it, got 3 bytes, whose Content-Encoding is unknown or broken$',
        ],
      ] as const,
  ),
];

describe('a condition for a body', () => {
  it('says what it expects of a request that does not match', () => {
    for (const [match, request, expected] of EXPLANATIONS) {
      const conditions = bodyConditions(match);
      const differences = conditions.flatMap((condition) => condition.explain(request, request, MASKING));
      const texts = differences.map(({ part, text }) => `${part}: ${text}`);
      assert.equal(texts.length, expected.length, JSON.stringify([match, texts]));
      for (const [index, text] of texts.entries()) assert.match(text, new RegExp(expected[index] ?? '$^'));
      assert.ok(!conditions.every((condition) => condition.test(request)), JSON.stringify(match));
    }
  });

  it('says nothing of a request that matches, at the limits too', () => {
    const cases: readonly (readonly [BodyMatch, RequestView])[] = [
      [{ size: { min: 7, max: 7 } }, FORM],
      [{ sha256: hash('sha256', '') }, EMPTY],
      [
        { parts: [{ name: 'a', filename: 'a b.txt', text: 'one', size: { min: 3, max: 3 } }], only: true },
        PARTS,
      ],
      [{ form: { a: ['2', '1'] } }, FORM],
      [{ json: { b: [2, 1] }, ignore_order: true }, JSON_BODY],
      [{ empty: true }, EMPTY],
    ];
    for (const [match, request] of cases)
      for (const condition of bodyConditions(match)) {
        assert.ok(condition.test(request), JSON.stringify(match));
        assert.equal(condition.similarity(request), 1, JSON.stringify(match));
        assert.deepEqual(condition.explain(request, request, MASKING), [], JSON.stringify(match));
      }
  });

  it('has a weight of 2 with all others, and is the more similar the more members are equal', () => {
    const conditions = bodyConditions({ json: { a: 1, c: 3 }, size: { max: 1 } });
    assert.deepEqual(
      conditions.map(({ weight }) => weight),
      [1, 1],
    );
    assert.equal(conditions[0]?.similarity(JSON_BODY), 0.5);
    assert.equal(bodyConditions({ json: { a: 1 }, exact: true })[0]?.similarity(JSON_BODY), 0.9);
    assert.equal(conditions[0]?.similarity(FORM), 0);
  });
});
