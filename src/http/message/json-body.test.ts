import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basic } from '../../../test/support/api.ts';
import { serveControlled } from '../../../test/support/control.ts';
import type { Fields } from './fields.ts';

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
