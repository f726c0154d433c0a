import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createManualTime } from '#test/support/wire/manual-time.ts';
import { IdleEnding } from './idle-ending.ts';

it('an idle connection ends after its time, once', () => {
  for (const milliseconds of [1, 100]) {
    const { runtime, pass } = createManualTime();
    const ending = new IdleEnding(milliseconds, 'close');
    let count = 0;
    const due = () => {
      assert.equal(ending.isDue, true);
      count++;
    };
    ending.start(runtime, due);
    ending.start(runtime, due);
    pass(milliseconds - 1);
    assert.deepEqual([ending.isDue, count], [false, 0]);
    pass(1);
    ending.start(runtime, due);
    pass(1000);
    assert.deepEqual([ending.isDue, count], [true, 1]);
  }
});

it('an idle connection without such a time ends at once', () => {
  for (const milliseconds of [0, -1]) {
    const { runtime, pass } = createManualTime();
    const ending = new IdleEnding(milliseconds, 'reset');
    ending.start(runtime, () => assert.fail());
    assert.deepEqual([ending.isDue, ending.kind], [true, 'reset']);
    pass(1000);
  }
});

it('an idle connection that is cancelled does not end', () => {
  const { runtime, pass } = createManualTime();
  const ending = new IdleEnding(100, 'close');
  ending.cancel();
  ending.start(runtime, () => assert.fail());
  ending.cancel();
  pass(1000);
  assert.equal(ending.isDue, false);
});
