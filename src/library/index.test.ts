import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { settingRows } from '#config/settings/settings.ts';
import { type Finished, start } from './index.ts';

const signIn = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
const users = [{ login: 'mona', password: 'correct-horse-1' }];

describe('start', () => {
  it('starts a server on a free port, with both services, until it is closed', async () => {
    let url = '';
    {
      await using server = await start();
      url = server.url;
      assert.equal(url, `http://127.0.0.1:${server.port}`);
      assert.equal((await fetch(`${url}/get`)).status, 200);
      assert.equal((await fetch(`${url}/api/v3/user`)).status, 401);
    }
    await assert.rejects(fetch(`${url}/get`));
  });

  it('starts several servers, each with its own data', async () => {
    await using one = await start({ seed: { users } });
    await using other = await start();
    assert.notEqual(one.port, other.port);
    assert.equal((await fetch(`${one.url}/api/v3/user`, { headers: signIn })).status, 200);
    assert.equal((await fetch(`${other.url}/api/v3/user`, { headers: signIn })).status, 401);
  });

  it('returns a server that can be closed twice', async () => {
    await using server = await start();
    await server.close();
    await server.close();
  });

  it('returns a server whose reset restores the initial state', async () => {
    await using server = await start({ seed: { users } });
    const call = (login: string) =>
      fetch(`${server.url}/api/v3/user`, {
        headers: { Authorization: `Basic ${btoa(`${login}:correct-horse-1`)}` },
      });
    await server.seed({ users: [{ login: 'hubot', password: 'correct-horse-1' }] });
    assert.deepEqual([(await call('mona')).status, (await call('hubot')).status], [200, 200]);
    await server.reset();
    assert.deepEqual([(await call('mona')).status, (await call('hubot')).status], [200, 401]);
  });

  it('repeats ids, tokens and times with a frozen clock and a random seed, also after a reset', async () => {
    const options = { seed: { users }, now: '2026-01-01T00:00:00Z', randomSeed: 7 } as const;
    await using one = await start(options);
    await using other = await start(options);
    const observe = async (url: string) => {
      const made = await fetch(`${url}/api/v3/authorizations`, {
        method: 'POST',
        headers: signIn,
        body: '{"note":"n"}',
      });
      const { token, created_at: createdAt } = await made.json();
      return { uuid: await (await fetch(`${url}/uuid`)).json(), token, createdAt };
    };
    const first = await observe(one.url);
    assert.equal(first.createdAt, '2026-01-01T00:00:00Z');
    assert.deepEqual(await observe(other.url), first);
    one.clock.advance(3600);
    await one.reset();
    assert.deepEqual(await observe(one.url), first);
  });

  it('freezes the clock, so that delays end immediately', async () => {
    await using server = await start({ now: 0 });
    assert.equal((await fetch(`${server.url}/delay/10`)).status, 200);
  });

  it('accepts the name of a release, and rejects unknown names', async () => {
    await using server = await start({ apiVersion: 'ghes-2.22' });
    const meta = await fetch(`${server.url}/api/v3/meta`);
    assert.equal(meta.headers.get('X-GitHub-Enterprise-Version'), '2.22.0');
    const wrong = JSON.parse('{"apiVersion":"ghes-2.21"}');
    await assert.rejects(start(wrong), {
      name: 'UsageError',
      message: /^apiVersion must be one of ghes-2\.18, .*\(did you mean ghes-2\.\d+\?\)\.$/,
    });
  });

  it('accepts a preset or phases as the lifecycle of the API', async () => {
    const status = async (url: string) => (await fetch(`${url}/api/v3/authorizations`)).status;
    await using one = await start({ lifecycle: 'github', now: '2020-09-30T08:00:00Z' });
    assert.equal(await status(one.url), 410);
    one.clock.freeze(Date.parse('2020-11-13T16:00:00Z'));
    assert.equal(await status(one.url), 404);
    await one.reset();
    assert.equal(await status(one.url), 410);
    await using other = await start({ lifecycle: { phases: [{ phase: 'brownout', status: 503 }] } });
    assert.equal(await status(other.url), 503);
    await assert.rejects(start(JSON.parse('{"lifecycle":"githup"}')), {
      name: 'UsageError',
      message: /^lifecycle must be .*\(did you mean github\?\)\.$/,
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'sparring-'));
    await writeFile(path.join(folder, 'a b.yaml'), 'phases: [{ phase: removed, status: 451 }]');
    await writeFile(
      path.join(folder, 'seed.json'),
      JSON.stringify({ rules: [{ match: { path: '/a' }, respond: {} }] }),
    );
    const file = (name: string) => pathToFileURL(path.join(folder, name));
    await using third = await start({ lifecycle: file('a b.yaml'), seed: file('seed.json') });
    await rm(folder, { recursive: true });
    assert.deepEqual([await status(third.url), (await fetch(`${third.url}/a`)).status], [451, 200]);
    for (const name of ['seed', 'lifecycle'])
      await assert.rejects(start({ [name]: new URL('https://a.example/a.yaml') }), {
        name: 'UsageError',
        message: `${name} must be the URL of a file, not "https://a.example/a.yaml".`,
      });
    const wrong = JSON.parse('{"lifecycle":{"phase":[]}}');
    await assert.rejects(start(wrong), { message: /^phase is not a known key \(did you mean phases\?\)\.$/ });
  });

  it('calls the observer for each exchange', async () => {
    const seen: Finished[] = [];
    {
      await using server = await start({ observe: (finished) => seen.push(finished) });
      await fetch(`${server.url}/status/418`);
    }
    assert.deepEqual(
      seen.map(({ method, template, status }) => [method, template, status]),
      [['GET', '/status/{codes}', 418]],
    );
  });

  it('accepts every setting except those of the command, and rejects unknown names', async () => {
    const names = settingRows.filter(([, row]) => !row.commandOnly).map(([name]) => name);
    await using server = await start(Object.fromEntries(names.map((name) => [name, undefined])));
    assert.ok(server.port > 0);
    await assert.rejects(start(JSON.parse('{"prot":1}')), {
      name: 'UsageError',
      message: 'start has no option prot (did you mean port?).',
    });
  });

  it('rejects an invalid seed or time, and closes everything', async () => {
    await assert.rejects(start({ seed: JSON.parse('{"users":[{"logn":"mona"}]}') }), {
      message: 'users[0].logn is not a known key (did you mean login?).',
    });
    await assert.rejects(start({ now: 'yesterday' }), { name: 'UsageError' });
    await assert.rejects(start({ database: 'mysql://x' }), { name: 'UsageError' });
    await assert.rejects(start({ database: 'sqlite:/' }), { name: 'DatabaseError' });
    await using server = await start();
    await assert.rejects(start({ port: server.port }), { code: 'EADDRINUSE' });
  });
});
