import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { command, run, temporaryFolder } from '#test/support/commands/command.ts';

const ADD = ['user', 'add', 'mona', '--password-cost', 'test'];

describe('the file of the database', () => {
  it('is created in the folder of the user, without a word', async (t) => {
    const home = await temporaryFolder(t);
    const { code, err } = await run(t, home, ADD);
    assert.deepEqual([code, err], [0, '']);
    const { mode } = await stat(path.join(home, 'data/sparring'));
    if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o700);
  });

  it('is not created in a folder that does not exist, by no command', async (t) => {
    const home = await temporaryFolder(t);
    const database = ['--database', 'sqlite:typo/x.db'];
    const message =
      /^sparring: Cannot use the SQLite database typo\/x\.db: the folder \S+\/typo does not exist; [^\n]+\n$/;
    for (const words of [
      ['--port', '0', ...database],
      [...ADD, ...database],
      ['run', ...database, '--', 'true'],
    ]) {
      const { code, out, err } = await run(t, home, words);
      assert.deepEqual([code, out], [2, ''], err);
      assert.match(err, message);
    }
    const doctor = await run(t, home, ['doctor', '--port', '0', ...database]);
    assert.equal(doctor.code, 1);
    assert.match(
      doctor.out,
      /^FAILED {2}Data folder +\S+\/typo does not exist; create it, or correct --database$/m,
    );
    assert.equal(existsSync(path.join(home, 'typo')), false);
  });

  it('is named when a command creates it at a path of the user', async (t) => {
    const home = await temporaryFolder(t);
    const added = await run(t, home, [...ADD, '--database', 'sqlite:a.db']);
    assert.equal(added.code, 0);
    assert.match(added.err, /^sparring: Created the database \S+\/a\.db\.\n$/);
    const again = await run(t, home, [
      'user',
      'add',
      'lisa',
      '--password-cost',
      'test',
      '--database',
      'sqlite:a.db',
    ]);
    assert.deepEqual([again.code, again.err], [0, '']);

    const words = ['--port', '0', '--no-starter', '--log-level', 'error', '--database', 'sqlite:b.db'];
    for (const data of [/Data +b\.db \(created now\)\n/, /Data +b\.db\n/]) {
      const server = command(t, home, words);
      await server.printed(data);
      server.process.kill('SIGTERM');
      assert.equal((await server.finish).code, 0);
    }
  });

  it('names the reason when the folder of the user cannot be created', async (t) => {
    const home = await temporaryFolder(t);
    await writeFile(path.join(home, 'data'), 'no folder');
    const { code, err } = await run(t, home, ADD);
    assert.equal(code, 2);
    assert.match(err, /^sparring: Cannot use the SQLite database \S+sparring\.db: ENOTDIR: [^\n]+\n$/);
    // The option `recursive` of mkdir does not return here.
    const variables = { XDG_DATA_HOME: '/proc/none' };
    if (process.platform === 'linux') assert.equal((await run(t, home, ADD, { variables })).code, 2);
  });
});
