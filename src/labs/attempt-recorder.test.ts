import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serveControlled } from '../../test/support/control.ts';
import { createRuntime } from '../runtime.ts';

describe('the times of an attempt', () => {
  it('are milliseconds of real time from the head of the request', async (t) => {
    // Each reading is a second later, so that each difference is a number of seconds.
    let seconds = 0;
    const runtime = { ...createRuntime(), monotonic: () => ++seconds * 1000 };
    const { control, get } = await serveControlled(t, { runtime });
    for (let count = 0; count < 2; count++)
      assert.equal((await get('/sequence/k/status=503/end')).status, 503);
    const { attempts } = JSON.parse((await control('GET', '/labs/sequence/k')).text());
    const [first, second] = attempts;
    assert.equal(first.sincePrevious, null);
    for (const time of [second.sincePrevious, second.ms.firstByte, second.ms.done])
      assert.ok(time >= 1000 && time % 1000 === 0, String(time));
    assert.ok(second.ms.firstByte < second.ms.done && second.ms.done < second.sincePrevious + 100_000);
  });
});
