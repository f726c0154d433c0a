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
    method: 'POST',
    methods: ['POST'],
    target: '/',
    path: '/',
    url: 'http://h/',
    query: [],
    headers,
    protocol: 'HTTP/1.1',
    bin: null,
    endpoint: null,
    connection: 'new',
    body,
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

  it('holds for each of the requests that meet it, and for no other', () => {
    const json = (value: unknown) => requestWith(JSON.stringify(value), 'application/json');
    const form = (text: string) => requestWith(text, 'application/x-www-form-urlencoded');
    const parts = (...texts: readonly string[]) =>
      requestWith(
        `${texts.map((text) => `--x\r\n${text}\r\n`).join('')}--x--\r\n`,
        'multipart/form-data; boundary=x',
      );
    const part = (fields: string, content: string) =>
      `Content-Disposition: form-data; ${fields}\r\n\r\n${content}`;
    const graphql = (query: string, variables?: unknown) => json({ query, variables });
    const cases: readonly (readonly [
      BodyMatch,
      hits: readonly RequestView[],
      misses: readonly RequestView[],
    ])[] = [
      ['a=1&a=2', [FORM], [EMPTY, PARTS]],
      ['', [EMPTY], [FORM]],
      [{ json: { a: 1 } }, [json({ a: 1 }), json({ a: 1, b: 2 })], [json({ a: 2 }), json({}), FORM]],
      [{ json: { a: 1 }, exact: true }, [json({ a: 1 })], [json({ a: 1, b: 2 })]],
      [{ json: [1, 2] }, [json([1, 2])], [json([2, 1])]],
      [{ json: [1, 2], ignore_order: true }, [json([2, 1])], [json([1, 1])]],
      [{ json: null }, [json(null)], [json(0), EMPTY]],
      [{ at: { '/a': 1, '/b': 2 } }, [json({ a: 1, b: 2 })], [json({ a: 1 }), json({ b: 2 }), FORM]],
      [{ at: { '/a': { absent: true } } }, [json({ b: 1 })], [json({ a: 1 }), FORM, EMPTY]],
      [
        { form: { a: '1', b: '2' } },
        [form('b=2&a=1&a=3')],
        [form('a=1'), form('b=2'), form('a=2&b=1'), EMPTY],
      ],
      [{ form: { b: { absent: true } } }, [FORM], [form('b=1'), EMPTY, JSON_BODY]],
      [{ contains: '1,2' }, [JSON_BODY], [FORM, EMPTY]],
      [{ contains: '' }, [JSON_BODY, EMPTY], []],
      [{ text: { like: 'a=*' } }, [FORM], [JSON_BODY, EMPTY]],
      [{ sha256: hash('sha256', 'a=1&a=2').toUpperCase() }, [FORM], [EMPTY, JSON_BODY]],
      [{ sha256: hash('sha256', '') }, [EMPTY], [FORM]],
      [{ size: { min: 7 } }, [FORM, JSON_BODY], [EMPTY, form('a=1&a=')]],
      [{ size: { max: 7 } }, [FORM, EMPTY], [JSON_BODY, form('a=1&a=22')]],
      [{ size: { max: 0 } }, [EMPTY], [FORM]],
      [{ empty: true }, [EMPTY], [FORM]],
      [{ empty: false }, [FORM], [EMPTY]],
      [
        { parts: [{ name: 'a' }] },
        [PARTS, parts(part('name="b"', ''), part('name=a', ''))],
        [FORM, parts(part('name="b"', 'a'))],
      ],
      [{ parts: [{ filename: 'a b.txt' }] }, [PARTS], [parts(part('name="a"', ''))]],
      [{ parts: [{ filename: { absent: true } }] }, [parts(part('name="a"', ''))], [PARTS]],
      [
        { parts: [{ type: 'text/plain' }] },
        [PARTS, parts(part('name="a"\r\nContent-Type: text/plain; charset=utf-8', ''))],
        [parts(part('name="a"', ''))],
      ],
      [{ parts: [{ type: { absent: true } }] }, [parts(part('name="a"', ''))], [PARTS]],
      [
        { parts: [{ headers: { 'content-type': 'text/plain', 'x-a': { absent: true } } }] },
        [PARTS],
        [parts(part('name="a"', '')), parts(part('name="a"\r\nContent-Type: text/plain\r\nX-A: 1', ''))],
      ],
      [{ parts: [{ text: 'one' }] }, [PARTS], [parts(part('name="a"', 'two'))]],
      [{ parts: [{ text: { absent: true } }] }, [], [PARTS]],
      [
        { parts: [{ json: { a: 1 } }] },
        [parts(part('name="a"', '{"a":1,"b":2}'))],
        [PARTS, parts(part('name="a"', '{"a":2}'))],
      ],
      [{ parts: [{ json: [1, 2] }] }, [parts(part('name="a"', '[1,2]'))], [parts(part('name="a"', '[2,1]'))]],
      [{ parts: [{ json: 'é' }] }, [parts(part('name="a"', '"é"'))], [parts(part('name="a"', '"e"'))]],
      [
        { parts: [{ sha256: hash('sha256', 'one').toUpperCase() }] },
        [PARTS],
        [parts(part('name="a"', 'two'))],
      ],
      [{ parts: [{ size: { min: 3 } }] }, [PARTS], [parts(part('name="a"', 'ab'))]],
      [
        { parts: [{ size: { max: 3 } }] },
        [PARTS, parts(part('name="a"', ''))],
        [parts(part('name="a"', 'abcd'))],
      ],
      [{ parts: [{}], only: true }, [PARTS], [parts(part('name="a"', ''), part('name="b"', ''))]],
      [
        { parts: [{}, {}] },
        [
          parts(part('name="a"', ''), part('name="b"', '')),
          parts(part('name="a"', ''), part('name="b"', ''), part('name="c"', '')),
        ],
        [PARTS],
      ],
      [{ graphql: {} }, [graphql('{ a }')], [JSON_BODY, graphql('{ a } { b }'), FORM]],
      [
        { graphql: { operation: 'Q' } },
        [graphql('query Q { a }'), json([{ query: '{ a }' }, { query: 'query Q { a }' }])],
        [graphql('query P { a }'), graphql('{ a }')],
      ],
      [{ graphql: { operation: { absent: true } } }, [graphql('{ a }')], [graphql('query Q { a }')]],
      [{ graphql: { type: 'mutation' } }, [graphql('mutation { a }')], [graphql('{ a }')]],
      [
        { graphql: { variables: { a: 1 } } },
        [graphql('{ a }', { a: 1, b: 2 })],
        [graphql('{ a }'), graphql('{ a }', { a: 2 })],
      ],
      [{ graphql: { variables: [1, 2] } }, [graphql('{ a }', [1, 2])], [graphql('{ a }', [2, 1])]],
      [
        { graphql: { operation: 'Q', type: 'query', variables: {} } },
        [graphql('query Q { a }')],
        [graphql('mutation Q { a }'), graphql('query P { a }')],
      ],
      [{ json: { a: 1 }, size: { max: 7 } }, [json({ a: 1 })], [json({ a: 1, b: 2 }), json({ a: 2 })]],
    ];
    for (const [match, hits, misses] of cases) {
      const conditions = bodyConditions(match);
      const test = (request: RequestView) => conditions.every((condition) => condition.test(request));
      const label = JSON.stringify(match);
      assert.deepEqual(
        [hits.map(test), misses.map(test)],
        [hits.map(() => true), misses.map(() => false)],
        label,
      );
      for (const { needsBody, name } of conditions)
        assert.deepEqual([needsBody, name.split(' ')[0]], [true, 'body']);
    }
  });

  it('explains itself with masked values, and the body as the journal has it', () => {
    const masking = {
      field: () => '',
      member: (name: string, value: string) => `${name}:${value}`,
      text: (text: string) => `<${text}>`,
    };
    const kept = (request: RequestView, count: number): RequestView => ({
      ...request,
      body: { ...request.body, kept: request.body.kept.subarray(0, count), truncated: true },
    });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));
    const cases: readonly (readonly [BodyMatch, RequestView, ...texts: readonly string[]])[] = [
      ['a', FORM, 'body: expected "<a>", got "a=1&a=2"'],
      [{ text: { has: 'x' } }, FORM, 'body: expected a text with "<x>", got "a=1&a=2"'],
      [{ contains: 'x' }, EMPTY, 'body: expected "<x>" in it, got no body'],
      [{ contains: 'x' }, requestWith('a', 'text/plain'), 'body: expected "<x>" in it, got "a"'],
      [{ size: { max: 1 } }, FORM, 'body: expected from 0 to 1 bytes, got "a=1&a=2"'],
      [{ size: { min: 9 } }, FORM, 'body: expected from 9 to Infinity bytes, got "a=1&a=2"'],
      [
        { size: { max: 1 } },
        kept(FORM, 3),
        'body: expected from 0 to 1 bytes, got 7 bytes, of which the journal has 3 (journalBodySize)',
      ],
      [
        { size: { max: 1 } },
        kept(FORM, 1),
        'body: expected from 0 to 1 bytes, got 7 bytes, of which the journal has 1 (journalBodySize)',
      ],
      [
        { size: { max: 1 } },
        kept(FORM, 0),
        'body: expected from 0 to 1 bytes, got 7 bytes, which were not kept',
      ],
      [{ at: { '/a/bc': 'd' } }, FORM, 'body at /a/bc: expected bc:"d", got "a=1&a=2"'],
      [{ at: { '': 1 } }, FORM, 'body at : expected :1, got "a=1&a=2"'],
      [{ form: { 'a b': 'x' } }, FORM, 'body form a b: expected "a b:x", got "a=1&a=2"'],
      [{ form: { a: ['1'] } }, FORM, 'body form a: expected "a:1" in any order, got "a=1&a=2"'],
      [{ json: [1] }, FORM, 'body: expected JSON, got "a=1&a=2"'],
      [{ json: 1 }, requestWith('"text"', ''), 'body: expected 1, got ":text"'],
      [
        { json: { a: 'x', b: null, c: 1 } },
        requestWith('{"a":"y","b":{"d":"e"}}', ''),
        'body .a: expected "a:x", got "a:y"',
        'body .b: expected null, got {"d":"e"}',
        'body .c: absent',
      ],
      [
        { json: { b: [1] }, ignore_order: true, exact: true },
        JSON_BODY,
        'body: expected only the members b in any order, got "{\\"a\\":1,\\"b\\":[1,2]}"',
      ],
      [
        { json: { a: 1, b: [1, 2] }, exact: true },
        requestWith('{"a":1,"b":[1,2],"c":1}', ''),
        'body: expected only the members a, b, got "{\\"a\\":1,\\"b\\":[1,2],\\"c\\":1}"',
      ],
      [
        { json: [2], ignore_order: true },
        requestWith('[1]', ''),
        'body: expected the given JSON in any order, got "[1]"',
      ],
      [
        { json: {}, exact: true },
        requestWith('{"a":1}', ''),
        'body: expected only the given JSON, got "{\\"a\\":1}"',
      ],
      [
        { json: 1, ignore_order: true },
        requestWith('2', ''),
        'body: expected the given JSON in any order, got "2"',
      ],
      [
        { json: many(21) },
        requestWith('{}', ''),
        ...Array.from({ length: 20 }, (_, index) => `body .m${index}: absent`),
      ],
      [
        { parts: [{ type: { like: 'b*' }, filename: 'f', name: 'n', text: 'secret', json: 1 }] },
        FORM,
        'body parts: expected parts with name "n", filename "f", type a text like "b*", text, json, got "a=1&a=2"',
      ],
      [{ graphql: {} }, FORM, 'body graphql: expected a GraphQL operation, got "a=1&a=2"'],
      [
        { graphql: { type: 'query', operation: { has: 'Q' }, variables: { a: 1 } } },
        FORM,
        'body graphql: expected a query with the name a text with "Q" with the given variables, got "a=1&a=2"',
      ],
      [
        { graphql: { operation: 'Q' } },
        FORM,
        'body graphql: expected a GraphQL operation with the name "Q", got "a=1&a=2"',
      ],
      [
        { empty: true },
        requestWith('x'.repeat(201), ''),
        `body: expected no body, got "${'x'.repeat(200)}…"`,
      ],
    ];
    for (const [match, request, ...texts] of cases)
      assert.deepEqual(
        bodyConditions(match).flatMap((condition) =>
          condition.explain(request, request, masking).map(({ part, text }) => `${part}: ${text}`),
        ),
        texts,
      );
    const latin1 = { ...FORM.body, length: 1, kept: Buffer.from('é', 'latin1') };
    const request = { ...FORM, body: latin1, content: new RequestContent(FORM, latin1, 10) };
    const [condition] = bodyConditions('a');
    assert.equal(
      condition?.explain(request, request, masking)[0]?.text,
      'expected "<a>", got 1 bytes that are not UTF-8',
    );
    const TYPED = { ...FORM, headers: [['Content-Type', 'text/plain; charset=iso-8859-1']] as const };
    const typed = { ...TYPED, body: latin1, content: new RequestContent(TYPED, latin1, 10) };
    // The mask of bytes has not seen the characters of another charset.
    assert.equal(condition?.explain(typed, typed, masking)[0]?.text, 'expected "<a>", got "<é>"');
  });

  it('compares a text of which the record has only the first bytes by its digest, unless it is coded', () => {
    const cut = (request: RequestView): RequestView => {
      const body = { ...request.body, kept: request.body.kept.subarray(0, 1), truncated: true };
      return { ...request, body, content: new RequestContent(request, body, 10) };
    };
    const [ofText] = bodyConditions('a=1&a=2');
    const [ofPart] = bodyConditions({ contains: 'a' });
    const type = 'application/x-www-form-urlencoded';
    for (const [request, ...expected] of [
      [cut(FORM), true, true],
      [cut(requestWith('a=1&a=3', type)), false, true],
      [cut(requestWith('a=1&a=2', type, 'gzip')), false, false],
      [requestWith('a=1&a=2', type, 'gzip'), false, false],
    ] as const)
      assert.deepEqual([ofText?.test(request), ofPart?.test(request)], expected);
  });

  it('has a similarity by the members that are equal', () => {
    for (const [match, text, similarity] of [
      [{ json: { a: 1, b: 2 } }, '{"a":1,"b":2}', 1],
      [{ json: { a: 1, b: 2 } }, '{"a":1,"b":3}', 1 / 2],
      [{ json: { a: 1, b: 2, c: 3, d: 4 } }, '{"a":1}', 1 / 4],
      [{ json: { a: 1 } }, '{"a":2}', 0],
      [{ json: { a: 1 } }, 'text', 0],
      [{ json: [1, 2], ignore_order: true }, '[2,1]', 1],
      [{ json: { a: 1 }, exact: true }, '{"a":1,"b":2}', 0.9],
      [{ size: { max: 1 } }, 'text', 0],
    ] as const)
      assert.equal(bodyConditions(match)[0]?.similarity(requestWith(text, '')), similarity, text);
  });
});
