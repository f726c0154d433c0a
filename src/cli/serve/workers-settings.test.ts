import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { test } from 'node:test';
import { openPostgresSchema } from '#test/support/databases/postgres.ts';
import { until } from '#test/support/until.ts';
import { basic, countOf, type StartedWorkers, startWorkers, times } from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

const user = [basic('mona:correct-horse-1')];

async function clocks({ control }: StartedWorkers): Promise<Set<string>> {
  return new Set((await times(24, () => control('GET', '/clock'))).map((response) => response.text()));
}

test('workers on PostgreSQL are one server', { skip }, async (t) => {
  const url = await openPostgresSchema(t);
  if (url === undefined) return;
  const words = ['--api-version', 'github-2020', '--database', url, '--database-pool-size', '4'];
  const started = await startWorkers(t, 2, words);
  const { call, control } = started;

  await t.test('with one clock', async () => {
    for (const at of ['2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z']) {
      assert.equal((await control('PUT', '/clock', { freeze: at })).status, 200);
      const [state = '', ...others] = await clocks(started);
      assert.deepEqual(JSON.parse(state), { now: at, mode: 'frozen' });
      assert.deepEqual(others, []);
    }
  });

  await t.test('with one rate limit', async () => {
    const responses = await times(200, () => call('/api/v3/meta'));
    assert.deepEqual([countOf(responses, 200), countOf(responses, 403)], [60, 140]);
  });

  await t.test('with the same rules and counts', async () => {
    const rule = { match: { path: '/api/v3/user' }, error: { status: 503 }, count: 5 };
    assert.equal((await control('POST', '/rules', rule)).status, 201);
    const responses = await times(40, () => call('/api/v3/user', user));
    assert.deepEqual([countOf(responses, 503), countOf(responses, 200)], [5, 35]);
  });

  await t.test('with one lifecycle', async () => {
    await control('PUT', '/lifecycle', { phases: [{ phase: 'removed', status: 410 }] });
    assert.equal(countOf(await times(24, () => call('/api/v3/authorizations')), 410), 24);
  });

  await t.test('that a reset restores', async () => {
    assert.equal((await control('POST', '/reset')).status, 204);
    for (const state of await clocks(started)) assert.match(state, /"running"/);
    assert.equal(countOf(await times(12, () => call('/api/v3/authorizations')), 401), 12);
    assert.equal(countOf(await times(40, () => call('/api/v3/meta')), 200), 40);
    assert.equal(countOf(await times(12, () => call('/api/v3/user', user)), 200), 12);
  });

  await t.test('and a worker that is replaced has the state of the other', async () => {
    await control('PUT', '/clock', { freeze: '2022-01-01T00:00:00Z' });
    const [victim = 0] = started.workers();
    process.kill(victim, 'SIGKILL');
    await until(() => started.log().some(({ msg }) => msg.endsWith('serves again')));
    for (const state of await clocks(started)) assert.match(state, /2022-01-01T00:00:00/);
  });

  await t.test('which ends with its limit', async () => {
    started.process.kill('SIGTERM');
    assert.equal((await started.finish).code, 0);
  });
});

test('workers serve HTTP/2 without TLS, and HTTP/1.1 on the same port', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--h2c']);
  const sessions = Array.from({ length: 12 }, () => connect(`http://127.0.0.1:${started.port}`));
  t.after(() => {
    for (const session of sessions) session.destroy();
  });
  const heads = await Promise.all(
    sessions.flatMap((session) =>
      [1, 2].map(async () => {
        const stream = session.request({ ':path': '/get' });
        const [head] = await once(stream, 'response');
        stream.resume();
        await once(stream, 'end');
        return head[':status'];
      }),
    ),
  );
  assert.deepEqual(heads, Array(24).fill(200));
  assert.equal(countOf(await times(24, () => started.call('/get')), 200), 24);
});

test('workers start with the time of --now, and a reset returns to it', { skip }, async (t) => {
  const started = await startWorkers(t, 2, ['--now', '2020-06-01T12:00:00Z']);
  const { control } = started;
  const initial = new Set([JSON.stringify({ now: '2020-06-01T12:00:00.000Z', mode: 'frozen' })]);
  const parsed = async () =>
    new Set([...(await clocks(started))].map((text) => JSON.stringify(JSON.parse(text))));
  assert.deepEqual(await parsed(), initial);
  await control('PUT', '/clock', { freeze: '2021-01-01T00:00:00Z' });
  assert.equal((await control('POST', '/reset')).status, 204);
  assert.deepEqual(await parsed(), initial);
  const [victim = 0] = started.workers();
  process.kill(victim, 'SIGKILL');
  await until(() => started.log().some(({ msg }) => msg.endsWith('serves again')));
  assert.deepEqual(await parsed(), initial);
});
