import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { formatSchema, formatTypeLine, memberNames } from './schema-text.ts';

test('a schema is written in a notation like TypeScript', () => {
  const schema = Type.Object({
    id: Type.Integer(),
    note: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'A reminder.' })),
    'x-kind': Type.Union([Type.Literal('all'), Type.Literal(2)]),
    at: Type.String({ format: 'date-time' }),
    parts: Type.Array(Type.Object({ size: Type.Number() })),
    names: Type.Array(Type.Union([Type.String(), Type.Null()])),
    pair: Type.Tuple([Type.String(), Type.Integer()]),
    other: Type.Record(Type.String(), Type.Boolean()),
    none: Type.Object({}),
    any: Type.Unknown(),
  });
  assert.equal(
    formatSchema(schema),
    `{
  id: integer
  note?: string | null // A reminder.
  "x-kind": "all" | 2
  at: string // date-time
  parts: {
    size: number
  }[]
  names: (string | null)[]
  pair: [string, integer]
  other: {
    [name: string]: boolean
  }
  none: {}
  any: anything
}`,
  );
  assert.deepEqual(memberNames(schema).slice(0, 3), ['id', 'note', 'x-kind']);
  assert.deepEqual(memberNames(Type.Array(schema)), []);
});

test('the type of a parameter is one line', () => {
  assert.equal(
    formatTypeLine(Type.Integer({ minimum: 1, maximum: 9, default: 2 })),
    'integer, at least 1, at most 9, 2 by default',
  );
  assert.equal(formatTypeLine(Type.String({ default: '' })), 'string');
  assert.equal(formatTypeLine(Type.String({ enum: ['a', 'b'] })), '"a" | "b"');
  assert.equal(
    formatTypeLine(Type.Array(Type.String(), { maxItems: 4, default: [] })),
    'list of string, at most 4 times',
  );
});
