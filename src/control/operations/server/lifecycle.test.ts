import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { type Controlled, serveControlled } from '#test/support/servers/control.ts';

async function phaseAt({ control }: Controlled, at: string) {
  const { authorizations } = members(await control('GET', `/lifecycle?at=${at}`));
  return Object(authorizations).phase;
}

describe('the lifecycle', () => {
  it('is described for any time', async (t) => {
    const server = await serveControlled(t);
    await server.control('PUT', '/lifecycle', { preset: 'github' });
    for (const [at, phase] of [
      ['2019-01-01', 'supported'],
      ['2020-02-14', 'deprecated'],
      ['2020-09-30T07:00:00Z', 'brownout'],
      ['2020-09-30T10:00:00Z', 'deprecated'],
      ['2020-11-13T15:59:59Z', 'deprecated'],
      ['2020-11-13T16:00:00Z', 'removed'],
    ] as const)
      assert.equal(await phaseAt(server, at), phase, at);
    const now = members(await server.control('GET', '/lifecycle'));
    assert.equal(now.at, '2026-03-01T12:00:00Z');
  });

  it('follows the clock, and so does the API', async (t) => {
    const { control, call } = await serveControlled(t);
    await control('PUT', '/lifecycle', { preset: 'github' });
    const statusAt = async (moment: string) => {
      await control('PUT', '/clock', { freeze: moment });
      return (await call('GET', '/authorizations')).status;
    };
    assert.equal(await statusAt('2020-09-30T06:59:59Z'), 200);
    assert.equal(await statusAt('2020-09-30T07:00:00Z'), 410);
    assert.equal(await statusAt('2020-09-30T10:00:00Z'), 200);
    assert.equal(await statusAt('2020-11-13T16:00:00Z'), 404);
  });

  it('is replaced by custom phases, and restored', async (t) => {
    const server = await serveControlled(t);
    const { control, call } = server;
    const phases = [{ phase: 'removed', from: '2026-01-01', status: 451, message: 'Gone for good.' }];
    const set = await control('PUT', '/lifecycle', { phases });
    assert.equal(set.status, 200);
    assert.equal(members(set).schedule, 'custom');
    const response = await call('GET', '/authorizations');
    assert.deepEqual([response.status, members(response).message], [451, 'Gone for good.']);
    const back = members(await control('DELETE', '/lifecycle'));
    assert.equal(back.schedule, 'deprecated');
    assert.equal((await call('GET', '/authorizations')).status, 200);
  });

  it('is unchanged after an invalid request', async (t) => {
    const { control } = await serveControlled(t);
    for (const [body, detail] of [
      [{ preset: 'githup' }, /must be supported, deprecated, github or .*did you mean github\?/],
      [{ preset: 5 }, /must be|The lifecycle/],
      [{}, /has no phases/],
      [{ preset: 'github', phases: [] }, /either preset or phases/],
      [
        { phases: [{ phase: 'gone' }] },
        /phases\[0\]\.phase must be supported, deprecated, brownout or removed/,
      ],
      [
        { phases: [{ phase: 'removed', form: '2020-01-01' }] },
        /form is not a known key \(did you mean from\?\)/,
      ],
      [{ phases: [{ phase: 'removed', from: '2020-02-30' }] }, /phases\[0\]\.from is not a valid date/],
    ] as const) {
      const response = await control('PUT', '/lifecycle', body);
      assert.equal(response.status, 422, JSON.stringify(body));
      assert.match(String(members(response).detail), detail);
      assert.equal(members(await control('GET', '/lifecycle')).schedule, 'deprecated');
    }
    for (const query of ['at=soon', 'at=2020-02-30', 'at=', 'wen=2020-01-01']) {
      assert.equal((await control('GET', `/lifecycle?${query}`)).status, 400, query);
    }
  });
});
