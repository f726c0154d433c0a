import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { start } from '#library/index.ts';
import { command, temporaryFolder } from './support/commands/command.ts';
import { runInProcess } from './support/commands/in-process-command.ts';
import { request } from './support/wire/wire.ts';

const RULE = {
  match: { method: 'GET', path: '/v1/users/{id:int}' },
  respond: { status: 203, headers: { 'X-A': '1' }, json: { id: '{{path.id:int}}' }, template: true },
} as const;

/** Head and content of the response, without the time. */
async function responseOf(url: string): Promise<unknown> {
  const { status, reason, fields, body } = await request(Number(new URL(url).port), { path: '/v1/users/7' });
  return { status, reason, fields: fields.filter(([name]) => name !== 'Date'), body: body.toString() };
}

test('a rule of the library, the control API, a seed, a file and the command has the same response', async (t) => {
  const home = await temporaryFolder(t);
  const file = path.join(home, 'rules.json');
  await writeFile(file, JSON.stringify([RULE]));
  const [library, control, stub] = [await start(), await start(), await start()];
  const seeded = await start({ seed: { rules: [RULE] } });
  t.after(() => Promise.all([library, control, stub, seeded].map((server) => server.close())));
  const served = command(t, home, ['--port', '0', '--database', 'memory', '--rules', file]);

  library.respond({ method: 'GET', path: '/v1/users/{id:int}' }, RULE.respond);
  const body = JSON.stringify(RULE);
  const { status } = await request(Number(new URL(control.url).port), {
    method: 'POST',
    path: '/_sparring/rules',
    body,
  });
  assert.equal(status, 201);
  const words = ['--status', '203', '--header', 'X-A: 1', '--json', '{"id":"{{path.id:int}}"}', '--template'];
  const added = await runInProcess(['stub', 'GET /v1/users/{id:int}', ...words, '--url', stub.url]);
  assert.equal(added.code, 0, added.err);
  const [, url = ''] = await served.printed(/Testing service +(http:\S+)/);

  const expected = await responseOf(library.url);
  assert.match(JSON.stringify(expected), /"status":203.*"X-A","1".*\{\\"id\\":7\}/);
  for (const [name, each] of Object.entries({
    control: control.url,
    stub: stub.url,
    seed: seeded.url,
    file: url,
  }))
    assert.deepEqual(await responseOf(each), expected, name);
});
