import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { serve } from '#test/support/servers/serve.ts';
import { request } from '#test/support/wire/wire.ts';

const PATHS = ['/healthz', '/readyz'];

const SERVERS: Readonly<Record<string, Partial<ServerOptions>>> = {
  'with a control token': { controlToken: 'control-token-of-the-test' },
  'without the control API': { control: false },
  'with other ports': { controlPort: 0, accountsPort: 0, controlToken: 'control-token-of-the-test' },
  'with a list of hosts, at its limit of requests': { allowedHosts: ['sparring.example'], maxConcurrency: 1 },
  'behind a proxy, strict': { basePath: '/base', unmatched: '404' },
};

for (const [name, options] of Object.entries(SERVERS))
  test(`/healthz and /readyz return 200 to anyone from a server ${name}`, async (t) => {
    const server = await serve(t, options);
    const busy = options.maxConcurrency && server.get('/delay/10', [['Host', 'sparring.example']]);
    for (const port of new Set([server.port, server.accountsPort, server.controlPort]))
      for (const path of PATHS) {
        // As a proxy sends it, from another machine.
        const fields = [
          ['Host', '192.0.2.1'],
          ['X-Forwarded-For', '192.0.2.2'],
        ] as const;
        const answer = await request(port, { path, fields });
        assert.deepEqual([answer.status, answer.text()], [200, 'ok\n'], path);
        assert.equal(answer.field('Cache-Control'), 'no-store');
        const head = await request(port, { method: 'HEAD', path, fields });
        assert.deepEqual([head.status, head.text(), head.field('Content-Length')], [200, '', '3']);
        const post = await request(port, { method: 'POST', path, fields });
        assert.deepEqual([post.status, post.field('Allow')], [405, 'GET, HEAD, OPTIONS']);
      }
    await server.close(undefined, 0);
    if (busy) await busy.catch(() => {});
  });

test('/healthz and /readyz obey no rule, and are not in the journal', async (t) => {
  const server = await serve(t, { journalAuthorizations: true });
  const rule = { match: { path: { like: '/*' } }, respond: { status: 503 } };
  const added = await server.send({
    method: 'POST',
    path: '/_sparring/rules',
    body: JSON.stringify(rule),
  });
  assert.equal(added.status, 201, added.text());
  assert.equal((await server.get('/get')).status, 503);
  for (const path of PATHS) assert.equal((await server.get(path)).status, 200);
  const { requests } = Object(JSON.parse((await server.get('/_sparring/requests')).text()));
  assert.equal(requests.length, 1);
  assert.match(JSON.stringify(requests), /"\/get"/);
});

test('/healthz and /readyz of a bin are those of the bin, with rules and a journal', async (t) => {
  const server = await serve(t);
  const add = (rule: object) =>
    server.send({ method: 'POST', path: '/_sparring/rules', body: JSON.stringify(rule) });
  for (const path of PATHS) {
    const refused = await add({ match: { path }, respond: { status: 202 } });
    assert.equal(refused.status, 422);
    assert.match(
      refused.text(),
      /is a health check of the server, which no rule acts on: a rule with \\"bin\\"/,
    );
    assert.equal((await server.get(`/bin/b${path}`)).status, 404);
    assert.equal((await add({ bin: 'b', match: { path }, respond: { status: 202 } })).status, 201);
    assert.equal((await server.get(`/bin/b${path}`)).status, 202);
    // A path below that of a probe is none.
    assert.equal((await add({ match: { path: `${path}/db` }, respond: { status: 203 } })).status, 201);
    assert.equal((await server.get(`${path}/db`)).status, 203);
  }
  const { requests } = Object(JSON.parse((await server.get('/_sparring/requests?bin=b')).text()));
  assert.equal(requests.length, 4);
});
