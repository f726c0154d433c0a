import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { basic } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { HttpError } from '../errors/errors.ts';
import type { Fields } from '../syntax/fields.ts';
import { jsonBodyDecoder, parseBoundedJson } from './json-body.ts';

const notUtf8: readonly (readonly [what: string, bytes: readonly number[]])[] = [
  ['Latin-1', [0xe9]],
  ['a byte of no sequence', [0xff]],
  ['a sequence without its end', [0xc3]],
  ['a sequence of more bytes than are needed', [0xc0, 0xaf]],
  ['half a pair of UTF-16', [0xed, 0xa0, 0x80]],
  ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
];

test('JSON that is not UTF-8 is rejected by each service with JSON bodies, without any effect', async (t) => {
  const server = await serveControlled(t);
  const asUser: Fields = [['User-Agent', 'test'], ...basic('mona:correct-horse-1')];
  for (const [what, bytes] of notUtf8) {
    for (const [path, before, fields, message] of [
      ['/api/v3/authorizations', '{"note":"n', asUser, 'Problems parsing JSON'],
      ['/_sparring/rules', '{"drop":true,"match":{"path":"/user', [], 'The body is not JSON.'],
    ] as const) {
      const body = Buffer.concat([
        Buffer.from(before),
        Buffer.from(bytes),
        Buffer.from('"}'),
        Buffer.from(path.startsWith('/_') ? '}' : ''),
      ]);
      const response = await server.send({ method: 'POST', path, fields, body });
      assert.equal(response.status, 400, `${what} at ${path}`);
      const error: { message?: unknown; detail?: unknown } = Object(response.json());
      assert.equal(error.message ?? error.detail, message, what);
    }
  }
  assert.deepEqual((await server.call('GET', '/authorizations')).json(), []);
  assert.deepEqual((await server.control('GET', '/rules')).json(), { rules: [] });
  const body = Buffer.from('{"note":"n\u00e9\u{1f600}"}');
  assert.equal(
    (await server.send({ method: 'POST', path: '/api/v3/authorizations', fields: asUser, body })).status,
    201,
  );
});

test('JSON is parsed up to a depth of 100, whatever its texts contain', () => {
  const nested = (depth: number, inner = '1') => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
  const objects = (depth: number) => `${'{"[":'.repeat(depth)}"{"${'}'.repeat(depth)}`;
  for (const text of [nested(100), objects(100), nested(99, '[],[],{}'), nested(100, '"[{\\"[{\\\\","}]"')])
    assert.deepEqual(parseBoundedJson(text), JSON.parse(text), text);
  for (const text of [
    nested(101),
    objects(101),
    nested(99, '[[1]]'),
    nested(100, '"\\\\",{}'),
    nested(100, '"a",[]'),
  ])
    assert.throws(() => parseBoundedJson(text), { name: 'SyntaxError', message: 'too deeply nested' }, text);
  for (const text of ['', '"', '"\\', '[', '"a" b', nested(1000).replace(']', '')])
    assert.throws(() => parseBoundedJson(text), { name: 'SyntaxError' }, text);
});

test('a body that is invalid has a kind, a status and its problems', () => {
  const decode = jsonBodyDecoder(Type.Object({ a: Type.Integer(), b: Type.Optional(Type.String()) }));
  const bytes = (text: string) => Buffer.from(text);
  assert.deepEqual(decode(bytes(' {"a":1,"c":[2]} ')), { a: 1, c: [2] });
  for (const [text, status, kind, message, problems] of [
    ['{', 400, 'syntax', 'The body is not JSON.', []],
    ['', 400, 'syntax', 'The body is not JSON.', []],
    ...['[]', 'null', '"a"', '1', 'true'].map(
      (text) => [text, 400, 'not-an-object', 'The body is not a JSON object.', []] as const,
    ),
    [
      '{"a":"x"}',
      422,
      'schema',
      'The body does not match the schema.',
      [{ in: 'body', name: 'a', keyword: 'type', message: 'must be integer' }],
    ],
    [
      '{"b":1}',
      422,
      'schema',
      'The body does not match the schema.',
      [
        { in: 'body', name: 'a', keyword: 'required', message: 'must have required properties a' },
        { in: 'body', name: 'b', keyword: 'type', message: 'must be string' },
      ],
    ],
  ] as const) {
    const error = thrownBy(() => decode(bytes(text)));
    assert.deepEqual([error.status, error.message, error.extra], [status, message, { kind }], text);
    assert.deepEqual(error.problems.toSorted(byName), problems, text);
    assert.equal(error.cause instanceof SyntaxError, kind === 'syntax');
  }
});

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  one.name < other.name ? -1 : 1;

function thrownBy(action: () => unknown): HttpError {
  try {
    action();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  return assert.fail('nothing was thrown');
}
