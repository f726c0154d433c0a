import assert from 'node:assert/strict';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { loadConfig } from './load.ts';
import type { SettingName } from './settings/settings.ts';

const NO_FLAGS = new Map<SettingName, never>();

const flag = (file: string) =>
  new Map([['controlToken', { text: file, origin: '--control-token-file', isFile: true }]] as const);

describe('the file of the control token', () => {
  it('is created by a server, with a random token that only the user can read', async (t) => {
    const folder = await temporaryFolder(t);
    const tokens = new Set<string>();
    for (const source of ['flag', 'variable'] as const) {
      const file = path.join(folder, source);
      const variables = source === 'variable' ? { SPARRING_CONTROL_TOKEN_FILE: file } : {};
      const flags = source === 'flag' ? flag(file) : NO_FLAGS;
      const first = await loadConfig(flags, variables, true);
      const token = first.settings.controlToken ?? '';
      assert.match(token, /^[\da-f-]{36}$/);
      assert.equal(await readFile(file, 'utf8'), `${token}\n`);
      if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
      assert.equal(first.warnings.length, 1);
      assert.match(first.warnings[0] ?? '', /^Created \S+, which \S+ names, with a new token\.$/);
      assert.ok(!first.warnings.join().includes(token));
      assert.deepEqual([...first.created], ['controlToken']);
      const second = await loadConfig(flags, variables, true);
      assert.deepEqual([second.settings.controlToken, second.warnings, second.created.size], [token, [], 0]);
      assert.equal((await loadConfig(flags, variables)).settings.controlToken, token);
      tokens.add(token);
    }
    assert.equal(tokens.size, 2);
  });

  it('is neither created nor necessary for a command that starts no server', async (t) => {
    const file = path.join(await temporaryFolder(t), 'token');
    for (const config of [
      await loadConfig(flag(file), {}),
      await loadConfig(NO_FLAGS, { SPARRING_CONTROL_TOKEN_FILE: file }),
    ])
      assert.deepEqual([config.settings.controlToken, config.warnings], [undefined, []]);
    await assert.rejects(stat(file));
  });

  it('is not created beside another token, which the image allows to give', async (t) => {
    const file = path.join(await temporaryFolder(t), 'token');
    const variables = { SPARRING_CONTROL_TOKEN: 'x'.repeat(16), SPARRING_CONTROL_TOKEN_FILE: file };
    assert.equal((await loadConfig(NO_FLAGS, variables, true)).settings.controlToken, 'x'.repeat(16));
    await assert.rejects(stat(file));
    await writeFile(file, 'y'.repeat(16), { mode: 0o600 });
    await assert.rejects(loadConfig(NO_FLAGS, variables, true), /are both set; keep one of them\.$/);
  });

  it('is an error in a folder that does not exist; files of other secrets are not created', async (t) => {
    const file = path.join(await temporaryFolder(t), 'nowhere/file');
    await assert.rejects(
      loadConfig(flag(file), {}, true),
      /^UsageError: Cannot create \S+, which --control-t/,
    );
    await assert.rejects(
      loadConfig(NO_FLAGS, { SPARRING_DATABASE_FILE: file }, true),
      /^UsageError: Cannot read \S+, which SPARRING_DATABASE_FILE names/,
    );
  });

  it('causes a warning if other users can read it', { skip: process.platform === 'win32' }, async (t) => {
    const file = path.join(await temporaryFolder(t), 'token');
    await writeFile(file, 'x'.repeat(16));
    for (const [mode, count] of [
      [0o600, 0],
      [0o400, 0],
      [0o640, 1],
      [0o604, 1],
      [0o666, 1],
    ] as const) {
      await chmod(file, mode);
      const { warnings } = await loadConfig(flag(file), {}, true);
      assert.equal(warnings.length, count, mode.toString(8));
      for (const warning of warnings) assert.match(warning, /can read \S+token, which has a secret; change/);
    }
  });
});
