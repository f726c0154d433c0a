import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

describe('the clock', () => {
  it('is frozen, set, advanced and released', async (t) => {
    const { control, runtime } = await serveControlled(t, { runtime: createRuntime() });
    const change = async (body: object) => members(await control('PUT', '/clock', body));
    const frozen = (now: string) => ({ now, mode: 'frozen' });
    assert.equal(members(await control('GET', '/clock')).mode, 'running');

    assert.deepEqual(await change({ freeze: '2020-11-13T15:59:59.5Z' }), frozen('2020-11-13T15:59:59.500Z'));
    assert.deepEqual(await change({ advance: 1 }), frozen('2020-11-13T16:00:00.500Z'));
    assert.deepEqual(await change({ advance: '1d2h' }), frozen('2020-11-14T18:00:00.500Z'));
    assert.deepEqual(await change({ advance: '0.5' }), frozen('2020-11-14T18:00:01.000Z'));
    assert.deepEqual(await change({ freeze: '2020-01-01' }), frozen('2020-01-01T00:00:00.000Z'));
    assert.deepEqual(await change({ freeze: '2020-01-01T01:00+01:00' }), frozen('2020-01-01T00:00:00.000Z'));

    const running = await change({ set: '2040-01-01T00:00:00Z' });
    assert.equal(running.mode, 'running');
    assert.match(String(running.now), /^2040-01-01T00:0/);
    await change({ advance: '365d' });
    assert.equal(new Date(runtime.now()).getUTCFullYear(), 2040);
    assert.equal((await change({ freeze: true })).mode, 'frozen');
    assert.equal(new Date(runtime.now()).getUTCFullYear(), 2040);
    const before = Date.now();
    assert.equal((await change({ release: true })).mode, 'running');
    assert.ok(runtime.now() >= before && runtime.now() <= Date.now());
  });

  it('is the clock of the API', async (t) => {
    const { control, call } = await serveControlled(t);
    await control('PUT', '/clock', { freeze: '2031-02-03T04:05:06Z' });
    const made = members(await call('POST', '/authorizations', { body: { note: 'n' } }));
    assert.equal(made.created_at, '2031-02-03T04:05:06Z');
  });

  it('is unchanged after an invalid request', async (t) => {
    const { control, runtime } = await serveControlled(t);
    for (const [body, detail] of [
      [{}, /^The body must have one of freeze, set, advance and release\.$/],
      [{ freeze: true, advance: 1 }, /must have one of freeze/],
      [{ freeze: 'soon' }, /^freeze must be a date or timestamp, such as/],
      [{ set: '2020-02-30' }, /set must be a date or timestamp/],
      [{ set: '1969-12-31T23:59:59Z' }, /must stay between the years 1970 and 9899/],
      [{ freeze: '9999-01-01' }, /must stay between the years/],
      [{ advance: '101y' }, /advance must be a number of seconds up to 100 years/],
      [{ advance: 1e300 }, /advance must be/],
      [{ advance: -1 }, /^advance must be a number or a string\.$/],
      [{ freeze: false }, /^freeze must be /],
      [{ set: 5 }, /^set must be string \(text is in quotes\)\.$/],
      [{ release: false }, /^release must be /],
      [{ frieze: true }, /^frieze is not known \(did you mean freeze\?\)\.$/],
    ] as const) {
      const before = runtime.now();
      const response = await control('PUT', '/clock', body);
      assert.equal(response.status, 422, JSON.stringify(body));
      assert.match(String(members(response).detail), detail);
      assert.equal(runtime.now(), before);
    }
  });

  it('suggests the name of a misspelled key', async (t) => {
    const { control } = await serveControlled(t);
    const { problems } = members(await control('PUT', '/clock', { advanse: 1 }));
    assert.deepEqual(problems, [{ pointer: '/advanse', message: 'is not known (did you mean advance?)' }]);
  });

  it('can be advanced within the supported years only', async (t) => {
    const { control, runtime } = await serveControlled(t);
    await control('PUT', '/clock', { freeze: '9899-12-31T23:59:59Z' });
    assert.equal((await control('PUT', '/clock', { advance: 2 })).status, 422);
    assert.equal((await control('PUT', '/clock', { advance: 0.5 })).status, 200);
    assert.equal(runtime.now() % 1000, 500);
  });
});
