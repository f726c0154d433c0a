import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { version } from '#version.ts';

test('GET /_sparring returns version, state and working links', async (t) => {
  const { control, get, url } = await serveControlled(t);
  await control('POST', '/rules', { drop: true });
  await control('POST', '/snapshots');
  const { links, uptime, connections, ...overview } = members(await get('/_sparring'));
  assert.ok(Number(uptime) >= 0 && Number(connections) >= 1);
  assert.deepEqual(overview, {
    name: 'sparring',
    version,
    url,
    clock: { now: '2026-03-01T12:00:00.000Z', mode: 'frozen' },
    api_version: 'ghes-3.0',
    phase: 'deprecated',
    counts: { users: 1, applications: 1, organizations: 0, rules: 1, snapshots: 1 },
    journal: { entries: 0, limit: 1000, dropped: 0 },
    rules: { on: 1, off: 0, applied: 0 },
  });
  for (const link of Object.values(Object(links))) {
    const address = String(link);
    assert.ok(address.startsWith(`${url}/_sparring/`), address);
    assert.equal((await get(address.slice(url.length))).status, 200, address);
  }
});

test('GET /_sparring counts the records without reading them', async (t) => {
  const { store, get } = await serveControlled(t);
  for (const records of [store.users, store.applications, store.organizations])
    Object.assign(records, { list: () => Promise.reject(new Error('All records were read.')) });
  const { counts } = members(await get('/_sparring'));
  assert.partialDeepStrictEqual(counts, { users: 1, applications: 1, organizations: 0 });
});
