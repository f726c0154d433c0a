import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveApi } from '#test/support/accounts/api.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';

test('the clock of a running server is printed, frozen, set, advanced and released', async (t) => {
  const api = await serveApi(t);
  const clock = async (...words: string[]) => {
    const { code, out, err } = await runInProcess(['clock', ...words, '--url', api.url]);
    assert.deepEqual([code, err], [0, '']);
    return out;
  };
  assert.equal(await clock(), '2026-03-01T12:00:00.000Z  frozen\n');
  assert.equal(await clock('freeze', '2020-11-13T15:59:59Z'), '2020-11-13T15:59:59.000Z  frozen\n');
  assert.equal(await clock('advance', '1'), '2020-11-13T16:00:00.000Z  frozen\n');
  assert.match(await clock('set', '2040-01-01'), /^2040-01-01T00:\S+ {2}running\n$/);
  assert.match(await clock('freeze'), /^2040-01-01T00:\S+ {2}frozen\n$/);
  assert.match(await clock('release'), /Z {2}running\n$/);
  assert.ok(Math.abs(api.runtime.now() - Date.now()) < 60_000);
});

test('invalid actions and times are rejected in one sentence', async (t) => {
  const { url } = await serveApi(t);
  for (const [words, message] of [
    [
      ['freese'],
      /The clock actions are freeze, set, advance, release, not "freese" \(did you mean freeze\?\)/,
    ],
    [['set'], /The action set requires a TIME\./],
    [['advance'], /The action advance requires a DURATION, such as 15m\./],
    [['release', 'now'], /The action release has no TIME\./],
    [['set', 'soon'], /The argument of set must be a date or timestamp, such as .*, not "soon"\./],
    [['advance', 'x'], /The argument of advance must be a number of seconds up to 100 years.*, not "x"\./],
  ] as const)
    assertUsageError(await runInProcess(['clock', ...words, '--url', url]), message);
});
