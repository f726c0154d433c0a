import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRule } from '#test/support/rules.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { request } from '#test/support/wire/wire.ts';

const PAGE = { body: '<script>1</script>', type: 'text/html' } as const;

test('content is not sandboxed at the host of a bin, if the rule says so', async (t) => {
  const server = await serve(t, { h2c: true, journal: 0 });
  addRule(server, { id: 'free', match: { path: '/free' }, respond: { ...PAGE, sandbox: false } });
  addRule(server, { id: 'boxed', match: { path: '/boxed' }, respond: PAGE });
  addRule(server, {
    id: 'steps',
    match: { path: '/steps/{id}' },
    respond: [{ ...PAGE, body: '{{path.id}}', template: true, sandbox: false }, PAGE],
  });
  addRule(server, {
    id: 'policy',
    match: { path: '/policy' },
    respond: { ...PAGE, sandbox: false, headers: { 'Content-Security-Policy': 'sandbox' } },
  });
  const policies = async (path: string, host: string, others: readonly [string, string][] = []) =>
    (await request(server.port, { path, fields: [['Host', host], ...others] })).fields
      .filter(([name]) => name === 'Content-Security-Policy')
      .map(([, value]) => value);
  for (const host of ['t1.bin.localhost', 'T1.BIN.localhost.:8080', 'a.b.bin.localhost']) {
    assert.deepEqual(await policies('/free', host), [], host);
    assert.deepEqual(await policies('http://t1.bin.localhost/free', 'localhost'), [], host);
    assert.deepEqual(await policies('/boxed', host), ['sandbox'], host);
    assert.deepEqual(await policies('/policy', host), ['sandbox'], host);
  }
  for (const host of [
    'localhost',
    `127.0.0.1:${server.port}`,
    'bin.localhost',
    'bin.localhost.',
    '.bin.localhost',
    'xbin.localhost',
    't1.bin.localhost.example',
    `${'x'.repeat(65)}.bin.localhost`,
  ]) {
    assert.deepEqual(await policies('/free', host), ['sandbox'], host);
    assert.deepEqual(await policies('/bin/t1/free', host), ['sandbox'], host);
    assert.deepEqual(await policies('/free', host, [['Sparring-Bin', 't1']]), ['sandbox'], host);
    assert.deepEqual(await policies(`http://${host}/free`, 't1.bin.localhost'), ['sandbox'], host);
  }
  assert.deepEqual(await policies('/steps/1', 't1.bin.localhost'), []);
  assert.deepEqual(await policies('/steps/1', 't1.bin.localhost'), ['sandbox']);
  for (const [host, policy] of [
    ['t1.bin.localhost', undefined],
    ['localhost', 'sandbox'],
  ] as const) {
    const { headers } = await requestHttp2(server.url, { path: '/free', fields: [['Host', host]] });
    assert.deepEqual(
      [headers['content-security-policy'], headers['x-content-type-options']],
      [policy, 'nosniff'],
    );
  }
});

test('only rules have the member, and only with the value false', async (t) => {
  const server = await serve(t);
  const send = (method: string, path: string, value: unknown) =>
    server.send({ method, path, body: JSON.stringify(value) });
  const invalid = await send('POST', '/_sparring/rules', { respond: { ...PAGE, sandbox: true } });
  assert.equal(invalid.status, 422);
  assert.match(invalid.text(), /\/respond\/sandbox|\/respond/);
  assert.equal((await send('PUT', '/sequence/a', { steps: [{ ...PAGE, sandbox: false }] })).status, 422);
  assert.equal((await server.get('/compose?type=text/html&body=x&sandbox=false')).status, 400);
  const added = await send('POST', '/_sparring/rules', {
    id: 'a',
    match: { path: '/a' },
    respond: { ...PAGE, sandbox: false },
  });
  assert.equal(added.status, 201);
  const shown = JSON.parse((await server.get('/_sparring/rules/a')).text());
  assert.equal(shown.respond.sandbox, false);
  const request = await server.send({
    path: '/a',
    fields: [
      ['Host', 't1.bin.localhost'],
      ['Service-Worker', 'script'],
    ],
  });
  assert.equal(request.status, 403);
});
