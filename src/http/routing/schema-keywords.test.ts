import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TProperties, type TSchema, Type } from 'typebox';
import { anything, endpoint, serveToy } from '../../../test/support/toy.ts';
import { request } from '../../../test/support/wire.ts';

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
