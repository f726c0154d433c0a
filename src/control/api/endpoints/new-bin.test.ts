import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

/** The fields of a browser that submits a form of this origin. */
const formOf = (url: string) =>
  [
    ['Origin', url],
    ['Sec-Fetch-Site', 'same-origin'],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ] as [string, string][];

test('POST /_sparring/new-bin makes a bin for a form of this server only', async (t) => {
  const server = await serve(t);
  const path = '/_sparring/new-bin';
  const send = (fields: [string, string][]) => server.send({ method: 'POST', path, fields, body: '' });
  const made = await send(formOf(server.url));
  assert.equal(made.status, 303);
  const location = String(made.field('Location'));
  assert.match(location, /^\/_sparring\/bins\/[0-9a-f]{8}$/);
  assert.equal((await server.get(location.replace('/_sparring/bins', '/bin'))).text(), 'ok');

  for (const [name, value] of [
    ['Origin', 'null'],
    ['Origin', 'http://attacker.example'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Sec-Fetch-Mode', 'cors'],
    ['Sec-Fetch-Dest', 'iframe'],
    ['Authorization', 'Bearer x'],
    ['X-Forwarded-For', '192.0.2.1'],
  ] as [string, string][]) {
    const fields = [
      ...formOf(server.url).filter(([each]) => each !== name),
      [name, value] as [string, string],
    ];
    assert.equal((await send(fields)).status, 403, `${name}: ${value}`);
  }
  for (const name of ['Origin', 'Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest'])
    assert.equal((await send(formOf(server.url).filter(([each]) => each !== name))).status, 403, name);
  const { bins } = (await server.get('/_sparring/bins')).json() as { bins: unknown[] };
  assert.equal(bins.length, 1);
});
