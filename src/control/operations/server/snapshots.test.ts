import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { type Controlled, serveControlled } from '#test/support/servers/control.ts';

async function take({ control }: Controlled): Promise<number> {
  return Number(members(await control('POST', '/snapshots')).id);
}

describe('snapshots', () => {
  it('are listed until they are deleted', async (t) => {
    const server = await serveControlled(t);
    const { control } = server;
    assert.deepEqual([await take(server), await take(server)], [1, 2]);
    const ids = async () => {
      const { snapshots } = members(await control('GET', '/snapshots'));
      return Array.isArray(snapshots) ? snapshots.map(({ id }) => id) : undefined;
    };
    assert.deepEqual(await ids(), [1, 2]);
    assert.equal((await control('DELETE', '/snapshots/1')).status, 204);
    assert.deepEqual(await ids(), [2]);
    assert.equal(await take(server), 3, 'no id is used twice');
    for (const [method, path] of [
      ['DELETE', '/snapshots/1'],
      ['POST', '/snapshots/1/restore'],
      ['DELETE', '/snapshots/99999999999999999999'],
    ] as const) {
      const response = await control(method, path);
      assert.equal(response.status, 404, path);
      assert.match(String(members(response).detail), /^There is no snapshot \S+\.$/);
    }
    assert.equal((await control('DELETE', '/snapshots/one')).status, 404);
  });

  it('are limited to ten', async (t) => {
    const server = await serveControlled(t);
    const responses = await Promise.all(
      Array.from({ length: 12 }, async () => (await server.control('POST', '/snapshots')).status),
    );
    assert.deepEqual(responses.toSorted(), [...Array(10).fill(201), 409, 409]);
    await server.control('DELETE', '/snapshots/1');
    assert.equal((await server.control('POST', '/snapshots')).status, 201);
  });
});
