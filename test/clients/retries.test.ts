import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { start } from '#library/index.ts';
import { temporaryFolder } from '../support/commands/command.ts';
import { codeBlocks } from '../support/programs/guide.ts';
import { PYTHON } from '../support/programs/installed.ts';
import { testProject } from '../support/programs/projects.ts';

const GUIDE = 'docs/guide/labs/sequences.md';
const { modules, skip } = testProject('test/clients/npm');

interface Client {
  readonly key: string;
  readonly language: string;
  readonly command: string;
  readonly file: string;
  /** Minimum gaps in milliseconds. */
  readonly gaps: readonly [number, number];
}

const clients: readonly Client[] = [
  { key: 'curl', language: 'sh', command: 'sh', file: 'client.sh', gaps: [990, 1990] },
  { key: 'urllib3', language: 'python', command: PYTHON, file: 'client.py', gaps: [0, 195] },
  { key: 'undici', language: 'js', command: process.execPath, file: 'client.mjs', gaps: [95, 195] },
  { key: 'got', language: 'js', command: process.execPath, file: 'client.mjs', gaps: [990, 1990] },
  { key: 'ky', language: 'js', command: process.execPath, file: 'client.mjs', gaps: [295, 595] },
];

/** Runs the recipe of a client. Undefined, with a skipped test, where the client is not installed. */
async function runRecipe(t: TestContext, { key, language, command, file }: Client, url: string) {
  const code = codeBlocks(GUIDE, language).find((block) => block.includes(`/sequence/${key}/`));
  assert.ok(code, `${GUIDE} has a recipe for ${key}`);
  const folder = await temporaryFolder(t);
  await writeFile(path.join(folder, file), code.replaceAll('http://127.0.0.1:8080', url));
  if (language === 'js') {
    if (skip) {
      t.skip(skip);
      return undefined;
    }
    await symlink(modules, path.join(folder, 'node_modules'));
  }
  try {
    const { stdout } = await promisify(execFile)(command, [file], { cwd: folder });
    return stdout;
  } catch (error) {
    if (!/not found|ENOENT|No module named/.test(String(error))) throw error;
    t.skip(key === 'curl' ? 'curl is not installed' : 'requests for Python is not installed');
    return undefined;
  }
}

describe('the retries of real clients', () => {
  for (const client of clients)
    it(`${client.key} repeats the request twice with its documented gaps`, async (t) => {
      await using server = await start();
      const printed = await runRecipe(t, client, server.url);
      if (printed === undefined) return;
      assert.equal(printed.trim(), 'done');
      const attempts = await server.labs.sequence(client.key).wait(3);
      assert.deepEqual(
        attempts.map(({ status, endedBy }) => [status, endedBy]),
        [
          [503, 'answered'],
          [503, 'answered'],
          [200, 'answered'],
        ],
      );
      const gaps = attempts.slice(1).map(({ sincePrevious }) => sincePrevious ?? 0);
      assert.ok(
        gaps.every((gap, index) => gap >= (client.gaps[index] ?? 0) && gap < 10_000),
        `${gaps}`,
      );
    });
});
