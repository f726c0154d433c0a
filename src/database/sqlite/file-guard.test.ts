import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rename, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openStore } from '#accounts/storage/open.ts';
import { members } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';
import { type Controlled, serveControlled } from '#test/support/servers/control.ts';

const REASON =
  'The database file was deleted or replaced while the server runs, so nothing can be written. Restart the server.';

describe('a database file that is no longer at its path', { skip: process.platform === 'win32' }, () => {
  for (const [what, remove] of [
    ['deleted', (file: string) => unlink(file)],
    [
      'replaced by a copy',
      async (file: string) => {
        await copyFile(file, `${file}.copy`);
        await rename(`${file}.copy`, file);
      },
    ],
    ['replaced by another store', replaceByStore],
    ['moved with its folder', (file: string) => rename(join(file, '..'), join(file, '../../moved'))],
  ] as const) {
    it(`rejects writes when it was ${what}, reports it once in the log, and still reads`, async (t) => {
      const { server, file } = await open(t);
      const made = await server.call('POST', '/authorizations', { body: { note: 'before' } });
      assert.equal(made.status, 201);
      await remove(file);
      for (let count = 0; count < 3; count++) {
        const response = await server.call('POST', '/authorizations', { body: { note: `after ${count}` } });
        assert.equal(response.status, 503);
        assert.deepEqual(members(response).message, REASON);
        const ready = await server.control('GET', '/ready');
        assert.equal(ready.status, 503);
        assert.equal(ready.field('Content-Type'), 'application/problem+json');
        assert.equal(members(ready).detail, REASON);
      }
      assert.equal((await server.control('GET', '/health')).status, 200);
      // The use of a token is recorded after the response.
      const token = String(members(made).token);
      const read = await server.call('GET', '/user', {
        as: null,
        fields: [['Authorization', `token ${token}`]],
      });
      assert.equal(read.status, 200);
      for (const [method, path, body] of [
        ['POST', '/reset', undefined],
        ['POST', '/seed', { users: [{ login: 'lisa', password: 'correct-horse-1' }] }],
      ] as const)
        assert.equal((await server.control(method, path, body)).status, 503, path);
      await visitor(server)
        .signIn('mona', 'correct-horse-1')
        .then((page) => {
          assert.equal(page.status, 503);
          assert.match(page.field('Content-Type') ?? '', /^text\/html/);
          assert.match(page.text(), /deleted or replaced/);
        });
      const { audit, tokenUses } = server.authorizationContext;
      await tokenUses.close();
      // A write that was in progress during the reset adds its calls again when it fails.
      await audit.flush();
      await audit.discard();
      const [logged, ...others] = server.errors.splice(0);
      assert.match(
        String(logged),
        /^The database file .*sparring\.db was deleted or replaced while the server runs\. /,
      );
      assert.deepEqual(others, []);
    });
  }

  it('accepts writes again when the same file is back', async (t) => {
    const { server, file } = await open(t);
    await rename(file, `${file}.away`);
    assert.equal((await server.call('POST', '/authorizations', { body: { note: 'n' } })).status, 503);
    await rename(`${file}.away`, file);
    assert.equal((await server.control('GET', '/ready')).status, 200);
    assert.equal((await server.call('POST', '/authorizations', { body: { note: 'n' } })).status, 201);
    assert.deepEqual(
      server.errors.splice(0).map((line) => / (was deleted or replaced|is back)/.exec(line)?.[1]),
      ['was deleted or replaced', 'is back'],
    );
  });
});

async function open(t: TestContext): Promise<{ server: Controlled; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sparring-file-'));
  await mkdir(join(folder, 'data'));
  const file = join(folder, 'data', 'sparring.db');
  const server = await serveControlled(t, { database: `sqlite:${file}` });
  t.after(() => rm(folder, { recursive: true }));
  return { server, file };
}

async function replaceByStore(file: string): Promise<void> {
  await (await openStore(`sqlite:${file}.other`)).close();
  await rename(`${file}.other`, file);
}
