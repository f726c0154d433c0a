import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertUnavailable, create, notesOf, serveBehindProxy } from '../support/troubled-server.ts';

/** The message of the simple query protocol. */
const COMMIT = 'Q\0\0\0\x0bcommit\0';
const INSERT = 'insert into "authorizations"';
const UNCERTAIN =
  /^The connection to the database broke while a change was saved\. The change may have been made:/;
const CERTAIN = /^The database cannot be reached\./;

describe('a connection that breaks', () => {
  for (const [name, texts, time, message, saved] of [
    ['before the commit reaches the server', [INSERT, COMMIT], 'before', UNCERTAIN, []],
    ['before the answer to the commit', [INSERT, COMMIT], 'after', UNCERTAIN, ['x']],
    ['in a transaction', [INSERT], 'after', CERTAIN, []],
  ] as const) {
    it(`${name} is 503, and the answer says whether the change may have been made`, async (t) => {
      const { server, proxy } = (await serveBehindProxy(t)) ?? {};
      if (!server || !proxy) return;
      // The attempt of the login is committed before.
      proxy.cutAt(texts, time);
      const answer = await create(server, 'x');
      assert.match(assertUnavailable(answer), message);
      assert.deepEqual(await notesOf(server), saved);
      assert.match(
        server.errors.splice(0).join(),
        /^The database is not available \(no connection: [^)]*\)\. [^,]*$/,
      );
    });
  }
});
