import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { labNames } from '#config/settings/lab-names.ts';
import { start } from '#library/index.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { runInProcess } from '#test/support/commands/in-process-command.ts';
import { serve } from '#test/support/servers/serve.ts';

const REQUESTS = {
  faults: '/compose?fault=reset',
  informational: '/compose?inform=103',
  sequences: '/sequence/key/status=200',
  limits: '/limit/key',
} as const;

it('a disabled lab is unknown', async (t) => {
  const server = await serve(t, { enabledLabs: [] });
  assert.match((await server.get(REQUESTS.faults)).text(), /fault: is not known/);
  assert.match((await server.get('/compose/fault=reset/end')).text(), /fault: is not known/);
  assert.match(
    (await server.get('/compose?inform=103&expect=twice')).text(),
    /inform: .*; expect: is not known/,
  );
  for (const path of [REQUESTS.sequences, REQUESTS.limits])
    assert.equal((await server.get(path)).status, 404, path);
  assert.equal((await server.get('/compose?status=201')).status, 201);
});

it('the other labs stay', async (t) => {
  const server = await serve(t, { enabledLabs: ['informational', 'sequences'] });
  assert.equal((await server.get(REQUESTS.informational)).status, 200);
  assert.equal((await server.get(REQUESTS.sequences)).status, 200);
  assert.equal((await server.get(REQUESTS.limits)).status, 404);
  assert.equal((await server.get('/sequence/other/fault=reset')).status, 400);
});

it('the flag --no-labs disables all labs', async () => {
  for (const [flags, expected] of [
    [['--no-labs'], /^labs: none +# --no-labs$/m],
    [['--labs', 'faults', '--no-labs'], /^labs: none +# --no-labs$/m],
    [['--no-labs', '--labs', 'faults', '--labs', 'limits'], /^labs: "faults,limits" +# --labs$/m],
  ] as const)
    assert.match((await runInProcess(['config', ...flags])).out, expected);
  const help = (await runInProcess(['--help-all'])).out;
  assert.match(help, /^ +--labs <NAME> /m);
  assert.match(help, /^ +--no-labs +The same as --labs none\.$/m);
  for (const shell of ['bash', 'zsh', 'fish'])
    assert.match(
      (await runInProcess(['completion', shell])).out,
      shell === 'fish' ? /'no-labs'/ : /--no-labs/,
    );
});

it('an empty list of the library or of a configuration file disables all labs', async (t) => {
  await using server = await start({ enabledLabs: [] });
  assert.equal((await fetch(`${server.url}/limit/key`)).status, 404);
  const file = path.join(await temporaryFolder(t), 'sparring.yaml');
  await writeFile(file, 'labs: []\n');
  assert.match((await runInProcess(['config', '--config', file])).out, /^labs: none +#/m);
});

it('the names of labs are a list or none', () => {
  assert.deepEqual(labNames.read('faults, limits'), ['faults', 'limits']);
  assert.deepEqual(labNames.read('none'), []);
  for (const text of ['', 'fault', 'faults,', 'faults,none'])
    assert.equal(labNames.read(text), undefined, text);
  assert.deepEqual([labNames.write([]), labNames.write(['faults'])], ['none', 'faults']);
});
