import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { composer } from '#test/support/servers/composer.ts';
import { drawDelay, parseDelay } from './delay-distribution.ts';
import { parseDribble } from './dribble.ts';

const draws = (text: string, count: number) => {
  const runtime = createRuntime({ seed: 7 });
  const delay = parseDelay(text);
  return Array.from({ length: count }, () => drawDelay(delay, 10_000, runtime));
};

describe('a distribution of delays', () => {
  it('is uniform over a range', () => {
    const values = draws('0.2..0.8', 1000);
    assert.ok(values.every((value) => value >= 200 && value <= 800));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    assert.ok(Math.abs(mean - 500) < 25, `${mean}`);
  });

  it('is lognormal with the median, below the cap', () => {
    const values = draws('~0.2,0.4,2', 2000).sort((one, other) => one - other);
    const median = values[1000] ?? 0;
    assert.ok(Math.abs(median - 200) < 15, `${median}`);
    assert.ok((values.at(-1) ?? 0) <= 2000 && (values[0] ?? 0) > 0);
    // One standard deviation above the median.
    const upper = values[1683] ?? 0;
    assert.ok(Math.abs(upper - 200 * Math.exp(0.4)) < 30, `${upper}`);
    assert.ok(draws('~0.2,3,0.2', 500).every((value) => value <= 200));
  });

  it('has seconds, or times with units', () => {
    for (const [one, other] of [
      ['50ms', '.05'],
      ['1s', '1'],
      ['1m30s', '90'],
      ['100ms..0.2', '0.1..0.2'],
      ['~200ms,0.4,2s', '~0.2,0.4,2'],
    ] as const)
      assert.deepEqual(parseDelay(one), parseDelay(other));
    for (const text of ['50 ms', '50msx', 'ms', '1d', '1'.repeat(41), '~200ms,400ms,2s', '1e3', '-1s'])
      assert.throws(() => parseDelay(text), { message: /^must (be|have)/ }, text);
    assert.deepEqual(parseDribble('5,200ms'), { count: 5, milliseconds: 200 });
    assert.deepEqual(parseDribble('5,.2'), { count: 5, milliseconds: 200 });
    for (const text of ['0,1', '5', '5,', '5,1d', '1001,1', '5,1,1'])
      assert.throws(() => parseDribble(text), { message: /^must be COUNT,SECONDS/ }, text);
  });

  it('repeats with the seed', () => {
    assert.deepEqual(draws('~0.2,0.4', 20), draws('~0.2,0.4', 20));
  });

  it('delays the response', async (t) => {
    const { ask, runtime } = await composer(t);
    for (const [text, minimum, maximum] of [
      ['0.2..0.8', 200, 800],
      ['~0.2,0.4,0.5', 1, 500],
      ['150ms', 150, 150],
    ] as const) {
      const startedAt = runtime.now();
      assert.equal((await ask(['delay', text])).status, 200);
      const waited = runtime.now() - startedAt;
      assert.ok(waited >= minimum && waited <= maximum, `${text}: ${waited}`);
    }
  });

  it('is one of several times with units', async (t) => {
    const { ask, runtime, errorOf } = await composer(t);
    const startedAt = runtime.now();
    await ask(['pause', '200ms'], ['body', 'abc'], ['delay', '100ms']);
    assert.equal(runtime.now() - startedAt, 300);
    assert.match(
      await errorOf(['pause', '2 parsecs'], ['body', 'abc']),
      /pause: must be seconds such as 0\.2 or 200ms/,
    );
  });

  it('that is invalid or too long is rejected', async (t) => {
    const { errorOf } = await composer(t);
    for (const text of [
      '0.8..0.2',
      '1..',
      '..1',
      '1..2..3',
      '~1',
      '~1,x',
      '~1,2,0.5',
      '~1,11',
      '~1,1,2,3',
      '~-1,1',
    ]) {
      assert.match(await errorOf(['delay', text]), /delay: must/, text);
    }
    for (const text of ['1..10.5', '~11,1', '~1,1,10.5']) {
      assert.match(await errorOf(['delay', text]), /the maximum is 10 s/, text);
    }
  });
});

describe('a dribble', () => {
  it('sends chunks of equal size over the time', async (t) => {
    const { askRaw, runtime } = await composer(t);
    const startedAt = runtime.now();
    const response = await askRaw(['bytes', '10'], ['dribble', '4,2']);
    assert.deepEqual(response.chunks?.map(String), ['abc', 'def', 'ghi', 'j']);
    assert.ok(Math.abs(runtime.now() - startedAt - 2000) < 1);
    assert.deepEqual((await askRaw(['body', 'ab'], ['dribble', '1000,0'])).chunks?.map(String), ['a', 'b']);
  });

  it('that is invalid, too long or combined with another rate is rejected', async (t) => {
    const { errorOf } = await composer(t);
    for (const text of ['0,1', '1001,1', '5', '5,', '5,x', '-1,1', '5,1,1'])
      assert.match(await errorOf(['body', 'x'], ['dribble', text]), /dribble/, text);
    assert.match(await errorOf(['body', 'x'], ['dribble', '5,11']), /the maximum is 10 s/);
    assert.match(
      await errorOf(['body', 'x'], ['dribble', '5,1'], ['rate', '10']),
      /dribble: cannot be combined/,
    );
    assert.match(
      await errorOf(['body', 'x'], ['dribble', '5,1'], ['chunk', '10']),
      /dribble: cannot be combined/,
    );
  });
});
