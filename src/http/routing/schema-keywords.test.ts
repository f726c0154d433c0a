import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TProperties, type TSchema, Type } from 'typebox';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { request } from '#test/support/wire/wire.ts';
import { matches } from '../message/validation.ts';
import { checkSchemaKeywords } from './schema-keywords.ts';

function declare(input: { param?: TSchema; query?: TProperties; body?: TSchema }) {
  return endpoint({
    ...anything,
    path: '/thing/{id}',
    methods: ['GET', 'POST'],
    params: { id: input.param ?? Type.String() },
    query: input.query ?? {},
    ...(input.body && { body: input.body }),
    handle: ({ exchange }) => exchange.empty(204),
  });
}

const cases: readonly (readonly [what: string, given: Parameters<typeof declare>[0], message: string])[] = [
  [
    'an unknown keyword of a query parameter',
    { query: { size: Type.Integer({ maximumm: 5 }) } },
    'the query parameter size has the keyword maximumm, which nothing enforces',
  ],
  [
    'a union in a query parameter',
    { query: { size: Type.Union([Type.Integer(), Type.Literal('all')]) } },
    'the query parameter size has the keyword anyOf, which nothing enforces',
  ],
  [
    'a type that text is not converted to',
    { query: { deep: Type.Boolean() } },
    'the query parameter deep has the type "boolean", to which text is not converted',
  ],
  [
    'a list of lists in the query',
    { query: { rows: Type.Array(Type.Array(Type.String())) } },
    'the query parameter rows has the keyword items, which nothing enforces',
  ],
  [
    'a default of a path parameter',
    { param: Type.String({ default: 'x' }) },
    'the path parameter id has the keyword default, which nothing enforces',
  ],
  [
    'an unknown format',
    { param: Type.String({ format: 'isbn' }) },
    'the path parameter id has the format isbn, which nothing enforces',
  ],
  [
    'an unknown keyword deep in a body',
    { body: Type.Object({ list: Type.Array(Type.Object({ name: Type.String({ maxlength: 3 }) })) }) },
    'the body.list.name has the keyword maxlength, which nothing enforces',
  ],
  [
    'a reference in a body',
    { body: Type.Object({ user: Type.Ref('User') }) },
    'the body.user has the keyword $ref, which nothing enforces',
  ],
];

describe('an endpoint whose schema promises what nothing enforces fails at registration', () => {
  for (const [what, input, message] of cases) {
    test(what, async (t) => {
      await assert.rejects(serveToy(t, [declare(input)]), {
        message: `GET, POST /thing/{id}: the schema of ${message}.`,
      });
    });
  }
});

test('each keyword of a parameter that is accepted at registration is enforced', async (t) => {
  const { port } = await serveToy(t, [
    declare({
      param: Type.String({ pattern: '^[a-z]+$', minLength: 2 }),
      query: {
        even: Type.Optional(Type.Integer({ multipleOf: 2, exclusiveMaximum: 10 })),
        day: Type.Optional(Type.String({ format: 'date' })),
        tag: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 2, uniqueItems: true })),
        on: Type.Optional(Type.Literal('yes')),
      },
    }),
  ]);
  const send = (target: string) => request(port, { path: `/thing/${target}` });
  assert.equal((await send('ab?even=4&day=2020-02-29&tag=a&tag=b&on=yes')).status, 204);
  for (const [target, name] of [
    ['a', 'id'],
    ['A1', 'id'],
    ['ab?even=3', 'even'],
    ['ab?even=10', 'even'],
    ['ab?day=2020-02-30', 'day'],
    ['ab?tag=a', 'tag'],
    ['ab?tag=a&tag=a', 'tag'],
    ['ab?tag=a&tag=', 'tag'],
    ['ab?on=no', 'on'],
  ] as const) {
    const response = await send(target);
    assert.equal(response.status, 400, target);
    assert.match(response.text(), new RegExp(`^400 ${name}: must `), target);
  }
});

test('each keyword of a JSON body that is accepted at registration is enforced', async (t) => {
  const { port } = await serveToy(t, [
    declare({
      body: Type.Object({
        name: Type.Optional(Type.String({ pattern: '^[a-z]+$', minLength: 2 })),
        size: Type.Optional(Type.Union([Type.Integer({ multipleOf: 2 }), Type.Null()])),
        list: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
      }),
    }),
  ]);
  const send = (body: object) =>
    request(port, { path: '/thing/x', method: 'POST', body: JSON.stringify(body) });
  assert.equal((await send({ name: 'ab', size: null, list: ['a', 'b'] })).status, 204);
  for (const body of [{ name: 'a' }, { name: 'A1' }, { size: 3 }, { size: 'x' }, { list: ['a', 'a'] }])
    assert.equal((await send(body)).status, 422, JSON.stringify(body));
});

/** A keyword, and a value that only this keyword rejects. */
const ENFORCED: readonly (readonly [keywords: object, rejected: unknown, accepted: unknown])[] = [
  [{ type: 'integer' }, 1.5, 1],
  [{ enum: ['a', 1] }, 'b', 'a'],
  [{ const: 'a' }, 'b', 'a'],
  [{ minLength: 2 }, 'a', 'ab'],
  [{ maxLength: 1 }, 'ab', 'a'],
  [{ pattern: '^a' }, 'ba', 'ab'],
  [{ format: 'date' }, '2020-02-30', '2020-02-29'],
  [{ minimum: 2 }, 1, 2],
  [{ maximum: 1 }, 2, 1],
  [{ exclusiveMinimum: 1 }, 1, 2],
  [{ exclusiveMaximum: 1 }, 1, 0],
  [{ multipleOf: 2 }, 3, 4],
  [{ items: { maximum: 1 } }, [2], [1]],
  [{ minItems: 1 }, [], [1]],
  [{ maxItems: 1 }, [1, 2], [1]],
  [{ uniqueItems: true }, [1, 1], [1, 2]],
  [{ properties: { a: { maximum: 1 } } }, { a: 2 }, { a: 1, b: 2 }],
  [{ patternProperties: { '^a': { maximum: 1 } } }, { ab: 2 }, { b: 2 }],
  [{ additionalProperties: { maximum: 1 } }, { a: 2 }, { a: 1 }],
  [{ not: { maximum: 1 } }, 1, 2],
  [{ contains: { minimum: 1 } }, [0], [0, 1]],
  [{ contains: { minimum: 1 }, minContains: 2 }, [1], [1, 1]],
  [{ contains: { minimum: 1 }, maxContains: 1 }, [1, 1], [1]],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, { a: 1 }],
  [{ required: ['a'] }, {}, { a: 1 }],
  [{ minProperties: 1 }, {}, { a: 1 }],
  [{ maxProperties: 1 }, { a: 1, b: 1 }, { a: 1 }],
  [{ prefixItems: [{ maximum: 1 }] }, [2], [1, 2]],
  [{ anyOf: [{ maximum: 1 }, { minimum: 3 }] }, 2, 3],
  [{ allOf: [{ maximum: 3 }, { minimum: 3 }] }, 2, 3],
  [{ oneOf: [{ maximum: 3 }, { minimum: 3 }] }, 3, 2],
];

describe('a keyword of a body', () => {
  for (const [keywords, rejected, accepted] of ENFORCED)
    test(`is accepted at registration, and enforced: ${JSON.stringify(keywords)}`, () => {
      const schema = Type.Unsafe(keywords);
      const annotated = { ...schema, title: 'A', description: 'B', examples: [], deprecated: true };
      checkSchemaKeywords(declare({ body: Type.Object({ a: annotated }) }));
      assert.deepEqual([matches(schema, rejected), matches(schema, accepted)], [false, true]);
    });

  test('is checked wherever a schema has another one', () => {
    const wrong = { maximumm: 1 };
    for (const [schema, place] of [
      [{ items: wrong }, ''],
      [{ additionalProperties: wrong }, ''],
      [{ not: wrong }, ''],
      [{ contains: wrong }, ''],
      [{ propertyNames: wrong }, ''],
      [{ prefixItems: [{}, wrong] }, ''],
      [{ anyOf: [{}, wrong] }, ''],
      [{ allOf: [wrong] }, ''],
      [{ oneOf: [wrong] }, ''],
      [{ properties: { b: { properties: { c: wrong } } } }, '.b.c'],
      [{ patternProperties: { '^b': wrong } }, '.^b'],
    ] as const)
      assert.throws(
        () => checkSchemaKeywords(declare({ body: Type.Object({ a: Type.Unsafe(schema) }) })),
        {
          message: `GET, POST /thing/{id}: the schema of the body.a${place} has the keyword maximumm, which nothing enforces.`,
        },
        JSON.stringify(schema),
      );
  });
});

describe('a keyword of a parameter', () => {
  const places = [
    (schema: TSchema) => declare({ param: schema }),
    (schema: TSchema) => declare({ query: { a: schema } }),
    (schema: TSchema) => declare({ query: { a: Type.Array(schema) } }),
  ];

  test('is accepted if it is of text or numbers', () => {
    const keywords = {
      title: 'A',
      description: 'B',
      examples: [],
      deprecated: true,
      type: 'string',
      enum: [],
      const: '',
      minLength: 1,
      maxLength: 1,
      pattern: '',
      format: 'date',
      minimum: 1,
      maximum: 1,
      exclusiveMinimum: 1,
      exclusiveMaximum: 1,
      multipleOf: 1,
    };
    for (const place of places) checkSchemaKeywords(place(Type.Unsafe(keywords)));
    const list = { type: 'array', items: {}, minItems: 1, maxItems: 2, uniqueItems: true };
    const query = { ...list, default: [], clamp: true };
    checkSchemaKeywords(declare({ query: { a: Type.Unsafe(query) } }));
    for (const type of ['string', 'integer', 'number'])
      for (const place of places) checkSchemaKeywords(place(Type.Unsafe({ type })));
  });

  test('is rejected otherwise', () => {
    for (const place of places) {
      for (const keyword of ['properties', 'anyOf', 'not', 'required', 'maximumm'])
        assert.throws(
          () => checkSchemaKeywords(place(Type.Unsafe({ [keyword]: {} }))),
          new RegExp(`parameter (?:id|a) has the keyword ${keyword}, which nothing enforces\\.$`),
        );
      assert.throws(
        () => checkSchemaKeywords(place(Type.Unsafe({ type: 'object' }))),
        /parameter (?:id|a) has the type "object", to which text is not converted\.$/,
      );
    }
    for (const keyword of ['items', 'minItems', 'maxItems', 'uniqueItems', 'default', 'clamp'])
      for (const place of [places[0], places[2]])
        assert.throws(
          () => checkSchemaKeywords((place ?? assert.fail())(Type.Unsafe({ [keyword]: {} }))),
          /has the keyword/,
        );
    assert.throws(
      () => checkSchemaKeywords(declare({ query: { a: Type.Array(Type.Unsafe({ type: 'array' })) } })),
      /parameter a has items of the type "array"\.$/,
    );
  });
});
