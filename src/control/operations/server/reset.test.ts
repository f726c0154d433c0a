import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { start } from '#library/index.ts';
import { command, temporaryFolder } from '#test/support/commands/command.ts';

const users = [{ login: 'mona', password: 'correct-horse-1' }];

async function ask(url: string, method: string, path: string, body?: unknown) {
  const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
  const isControl = path.startsWith('/_sparring');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: isControl ? {} : headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

describe('a reset', () => {
  it('ends a lockout', async () => {
    await using server = await start({ seed: { users }, lockoutFailures: 2 });
    const { url } = server;
    const authorization = `Basic ${btoa('mona:wrong')}`;
    for (let failure = 0; failure < 2; failure++)
      await fetch(`${url}/api/v3/user`, { headers: { authorization } });
    assert.equal((await ask(url, 'GET', '/api/v3/user')).status, 403);
    assert.equal((await ask(url, 'POST', '/_sparring/reset')).status, 204);
    assert.equal((await ask(url, 'GET', '/api/v3/user')).status, 200);
  });

  it('restores the initial state, like the reset of the library', async () => {
    const options = { seed: { users }, now: '2026-01-01T00:00:00Z', randomSeed: 7 } as const;
    await using server = await start(options);
    const { url } = server;
    const makeToken = async () => (await ask(url, 'POST', '/api/v3/authorizations', { note: 'n' })).json;
    const first = await makeToken();
    for (const reset of [() => ask(url, 'POST', '/_sparring/reset'), () => server.reset()]) {
      await ask(url, 'POST', '/_sparring/seed', {
        users: [{ login: 'hubot', password: 'battery-staple-2' }],
      });
      await ask(url, 'PUT', '/_sparring/clock', { set: '2030-01-01' });
      await ask(url, 'PUT', '/_sparring/lifecycle', { preset: 'supported' });
      await ask(url, 'POST', '/_sparring/rules', { match: { path: '/nothing' }, drop: true });
      await reset();
      const overview = (await ask(url, 'GET', '/_sparring')).json;
      assert.deepEqual(overview.counts, {
        users: 1,
        applications: 0,
        organizations: 0,
        rules: 0,
        snapshots: 0,
      });
      assert.deepEqual(overview.clock, { now: '2026-01-01T00:00:00.000Z', mode: 'frozen' });
      assert.equal(overview.phase, 'deprecated');
      assert.deepEqual((await ask(url, 'GET', '/_sparring/audit')).json, { calls: [] });
      assert.deepEqual(await makeToken(), first, 'ids, tokens and times are the same as before');
    }
  });

  it('keeps snapshots, which restore the deleted records', async () => {
    await using server = await start({ seed: { users } });
    await ask(server.url, 'POST', '/api/v3/authorizations', { note: 'n' });
    const { json } = await ask(server.url, 'POST', '/_sparring/snapshots');
    await ask(server.url, 'POST', '/_sparring/reset');
    assert.deepEqual((await ask(server.url, 'GET', '/api/v3/authorizations')).json, []);
    await ask(server.url, 'POST', `/_sparring/snapshots/${json.id}/restore`);
    assert.equal((await ask(server.url, 'GET', '/api/v3/authorizations')).json.length, 1);
  });

  it('can be requested concurrently', async () => {
    await using server = await start({ seed: { users } });
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => ask(server.url, 'POST', '/_sparring/reset')),
    );
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([204]));
    assert.equal((await ask(server.url, 'GET', '/api/v3/user')).status, 200);
  });

  it('keeps the seed file of the command, and the user that the start created', async (t) => {
    const home = await temporaryFolder(t);
    const running = command(t, home, ['--port', '0', '--database', 'memory', '--password-cost', 'test']);
    const [, url = ''] = await running.printed(/Testing service +(http:\S+)\//);
    const [, password] = await running.printed(/Password +(\S+)/);
    const signIn = async () =>
      (
        await fetch(`${url}/api/v3/user`, {
          headers: { Authorization: `Basic ${btoa(`starter:${password}`)}` },
        })
      ).status;
    assert.equal(await signIn(), 200);
    await ask(url, 'POST', '/_sparring/seed', { users });
    assert.equal((await ask(url, 'POST', '/_sparring/reset')).status, 204);
    assert.equal(await signIn(), 200);
    assert.equal((await ask(url, 'GET', '/api/v3/user')).status, 401);
  });
});
