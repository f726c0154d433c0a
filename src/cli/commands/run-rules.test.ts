import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { command, temporaryFolder } from '#test/support/commands/command.ts';

describe('sparring run with rules', { concurrency: 3 }, () => {
  for (const [name, flags] of [
    ['one process', []],
    ['TLS', ['--tls']],
    ['two workers', ['--workers', '2']],
  ] as const)
    it(`ends with 1 after unmatched requests and unused required rules, with ${name}`, async (t) => {
      const home = await temporaryFolder(t);
      const rules =
        '- { id: a, match: { path: /a }, respond: { status: 201, json: [1] } }\n- { id: b, required: true, match: { path: /b }, respond: {} }\n';
      await writeFile(path.join(home, 'f.yaml'), rules);
      const send = (paths: string) =>
        runScript(
          `(async () => { for (const path of ${paths}) console.log((await fetch(process.env.SPARRING_URL + path)).status); })()`,
        );
      const finish = async (paths: string, more: readonly string[] = ['--unmatched', 'fail']) =>
        (await command(t, home, ['run', '--rules', 'f.yaml', ...flags, ...more, ...send(paths)])).finish;
      const passed = await finish(`['/a', '/b']`);
      assert.deepEqual([passed.code, passed.out, passed.err], [0, '201\n200\n', '']);
      const failed = await finish(`['/a', '/c']`);
      assert.deepEqual([failed.code, failed.out], [1, '201\n404\n']);
      assert.match(failed.err, /^sparring: 1 request matched no rule:\n {2}GET \/c/);
      assert.match(failed.err, /\nThe rule b was not used\.\n$/);
      const open = await finish(`['/b', '/c', '/get']`, []);
      assert.deepEqual([open.code, open.out, open.err], [0, '200\n404\n200\n', '']);
    });
});

const runScript = (script: string) => ['--', process.execPath, '-e', script];
