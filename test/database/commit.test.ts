import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '../support/accounts/api.ts';
import {
  assertUnavailable,
  create,
  notesOf,
  serveBehindProxy,
} from '../support/databases/troubled-server.ts';

/** The message of the simple query protocol. */
const COMMIT = 'Q\0\0\0\x0bcommit\0';
const BEGIN = 'begin isolation level read committed';
const INSERT = 'insert into "authorizations"';
const UNCERTAIN =
  /^The connection to the database broke while a change was saved\. The change may have been made:/;
const CERTAIN = /^The database cannot be reached\./;
const LOCK = 'for no key update';
const DELETE = 'delete from "authorizations"';

describe('a connection that breaks', () => {
  for (const [name, texts, time, message, saved] of [
    ['before the commit reaches the server', [INSERT, COMMIT], 'before', UNCERTAIN, []],
    ['before the answer to the commit', [INSERT, COMMIT], 'after', UNCERTAIN, ['x']],
  ] as const) {
    it(`${name} is 503, and the answer says whether the change may have been made`, async (t) => {
      const { server, proxy } = (await serveBehindProxy(t)) ?? {};
      if (!server || !proxy) return;
      // The attempt of the login is committed before.
      proxy.cutAt(texts, time);
      const response = await create(server, 'x');
      assert.match(assertUnavailable(response), message);
      assert.deepEqual(await notesOf(server), saved);
      assert.match(
        server.errors.splice(0).join(),
        /^The database is not available \(no connection: [^)]*\)\. [^,]*$/,
      );
    });
  }

  it('in a transaction is 503, and the change has not been made', async (t) => {
    const { server, proxy } = (await serveBehindProxy(t)) ?? {};
    if (!server || !proxy) return;
    const { id } = members(await create(server, 'x'));
    proxy.cutAt([LOCK, DELETE], 'after');
    const response = await server.call('DELETE', `/authorizations/${id}`);
    assert.match(assertUnavailable(response), CERTAIN);
    assert.deepEqual(await notesOf(server), ['x']);
    server.errors.splice(0);
  });

  it('at the begin of a transaction is replaced by another one', async (t) => {
    const { server, proxy } = (await serveBehindProxy(t)) ?? {};
    if (!server || !proxy) return;
    proxy.cutAt([BEGIN], 'after');
    assert.equal((await create(server, 'x')).status, 201);
    assert.deepEqual(await notesOf(server), ['x']);
  });
});
