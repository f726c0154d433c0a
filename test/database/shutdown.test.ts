import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addToken } from '../support/accounts/accounts.ts';
import { command, temporaryFolder } from '../support/commands/command.ts';
import { openPostgresSchema } from '../support/databases/postgres.ts';
import { serveBehindProxy, timed } from '../support/databases/troubled-server.ts';
import { untilInFlight } from '../support/in-flight.ts';
import { openTcpProxy } from '../support/wire/tcp-proxy.ts';
import { request } from '../support/wire/wire.ts';

/** Longer than the time in which a server closes. */
const LONG_LIMITS = 'max=4&connect_timeout=20&statement_timeout=20000';

describe('closing while PostgreSQL does not answer', () => {
  it('ends in a limited time, and logs what was not written', async (t) => {
    const { server, proxy } =
      (await serveBehindProxy(t, LONG_LIMITS, { auditLimit: 100, maxDuration: 500 })) ?? {};
    if (!server || !proxy) return;
    const token = 'a'.repeat(40);
    await addToken(server, { token, userId: server.user.id, applicationId: server.application.id });
    const use = () => server.call('GET', '/user', { as: `${token}:` });
    // The uses of tokens are recorded after the response.
    proxy.delay(100);
    assert.equal((await use()).status, 200);
    proxy.blackHole();
    // This request waits for the database until its connection is closed.
    void use().catch(() => {});
    assert.equal((await server.call('GET', '/authorizations', { as: null })).status, 401);
    const [, milliseconds] = await timed(() => server.close());
    // 1.5 s for the request, 2 s for the last writes, and 1 s for the connections.
    assert.ok(milliseconds < 6000, `${milliseconds} ms`);
    const lines = server.errors.splice(0);
    assert.match(
      lines.join('\n'),
      /^Not written to the database before the end: 1 use of a token, 1 audited call\. $/,
    );
    assert.equal(lines.length, 1, lines.join('\n'));
  });

  it('by SIGTERM ends the process', async (t) => {
    const direct = await openPostgresSchema(t);
    if (direct === undefined) return;
    const proxy = await openTcpProxy(direct);
    t.after(() => proxy.close());
    const home = await temporaryFolder(t);
    const server = command(t, home, [
      '--port',
      '0',
      '--database',
      `${proxy.url}&${LONG_LIMITS}`,
      '--max-duration',
      '1',
    ]);
    const [, port] = await server.printed(/127\.0\.0\.1:(\d+)/);
    assert.equal((await fetch(`http://127.0.0.1:${port}/_sparring/ready`)).status, 200);
    proxy.blackHole();
    // A token of this form is looked up in the database.
    const headers = { Authorization: `token ${'a'.repeat(40)}` };
    const waiting = fetch(`http://127.0.0.1:${port}/api/v3/user`, { headers });
    void waiting.catch(() => {});
    await untilInFlight({ send: ({ path }) => request(Number(port), { path }) }, 1);
    server.process.kill('SIGTERM');
    const [{ code, err }, milliseconds] = await timed(() => server.finish);
    assert.equal(code, 0, err);
    assert.ok(milliseconds < 7000, `${milliseconds} ms`);
  });
});
