import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { command, temporaryFolder } from './support/commands/command.ts';
import { request } from './support/wire/wire.ts';

/** What several processes need. */
const OF_SEVERAL =
  /\/src\/shared\/(?:database|sqlite|postgres)\/|\/src\/testing\/labs\/keys\/(?:database|stored|ended|lost)-|\/src\/journal\/storage\/|\/src\/cli\/serve\/(?:workers?|worker-process|supervisor|passed-connections)\.ts/;

test('a command of one process loads no file for several', async (t) => {
  const home = await temporaryFolder(t);
  const list = path.join(home, 'loaded');
  const preload = path.join(import.meta.dirname, 'support/commands/list-loaded.mjs');
  const run = async (workers: string) => {
    const words = ['--port', '0', '--database', 'memory', '--workers', workers];
    // The source, also in a run of all tests: the bundle has no files of these names.
    const file = path.join(import.meta.dirname, '../bin/sparring.cjs');
    const options = { file, node: ['--import', preload], variables: { LOADED_FILES: list } };
    const started = command(t, home, words, options);
    const [, port = ''] = await started.printed(/Testing service +http:\/\/127\.0\.0\.1:(\d+)/);
    assert.equal((await request(Number(port), { path: '/get' })).status, 200);
    assert.equal((await request(Number(port), { path: '/_sparring/requests' })).status, 200);
    started.process.kill('SIGTERM');
    assert.equal((await started.finish).code, 0);
    return (await readFile(list, 'utf8')).split('\n').filter((file) => OF_SEVERAL.test(file));
  };
  assert.deepEqual(await run('1'), []);
  assert.ok((await run('2')).length > 5);
});
