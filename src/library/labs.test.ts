import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import type { Labs } from '../../types/index.ts';
import { SequenceTimeout, start } from './index.ts';

async function open(t: TestContext, options: Parameters<typeof start>[0] = {}) {
  const server = await start(options);
  t.after(() => server.close());
  return server;
}

/** The members of the type. */
const MEMBERS: { [Lab in keyof Labs]: Record<keyof ReturnType<Labs[Lab]>, true> } = {
  sequence: { define: true, wait: true, attempts: true, delete: true },
  limit: { attempts: true, delete: true },
};

describe('the labs of the library', () => {
  it('have the members of their type', async (t) => {
    const { labs } = await open(t);
    for (const name of ['sequence', 'limit'] as const)
      assert.deepEqual(new Set(Object.keys(labs[name]('k'))), new Set(Object.keys(MEMBERS[name])), name);
    assert.deepEqual(Object.keys(labs), Object.keys(MEMBERS));
  });
});

describe('the sequences of the library', () => {
  it('are defined, waited for, read and deleted', async (t) => {
    const server = await open(t);
    const sequence = server.labs.sequence('k');
    assert.deepEqual(sequence.attempts(), []);
    sequence.define({ steps: [{ status: 503 }, { status: 200 }] });
    const waiting = sequence.wait(2);
    for (const status of [503, 200])
      assert.equal((await fetch(`${server.url}/sequence/k/end/users`)).status, status);
    assert.deepEqual(
      (await waiting).map(({ n, step, status, endedBy }) => [n, step, status, endedBy]),
      [
        [1, 1, 503, 'answered'],
        [2, 2, 200, 'answered'],
      ],
    );
    for (const within of [0.02, '20ms']) {
      const error = await sequence.wait(3, { within }).catch((rejected: unknown) => rejected);
      assert.ok(error instanceof SequenceTimeout);
      assert.equal(
        error.message,
        '2 of 3 attempts at the sequence k have ended within 20 ms:\n  #1 GET -> 503\n  #2 GET -> 200',
      );
      assert.deepEqual([error.name, error.expected, error.attempts.length], ['SequenceTimeout', 3, 2]);
    }
    const other = server.labs.sequence('other').wait(1, { within: 0 });
    await assert.rejects(other, {
      message: '0 of 1 attempts at the sequence other have ended within 0 ms.',
    });
    const invalid: [options: object, message: RegExp][] = [
      [{ within: 61 }, /^within must be a number of seconds, .* up to 60s, not 61\.$/],
      [{ within: 'soon' }, /^within must be a number of seconds/],
      [{ timeout: 1 }, /^wait has no option timeout\.$/],
    ];
    for (const [options, message] of invalid)
      await assert.rejects(sequence.wait(1, options), { name: 'UsageError', message });
    assert.deepEqual([sequence.delete(), sequence.delete()], [true, false]);
  });

  it('end a wait when the server is closed', async (t) => {
    const server = await open(t);
    const waiting = server.labs.sequence('k').wait(1, { within: '60s' });
    await Promise.all([
      assert.rejects(waiting, { name: 'UsageError', message: /is closed/ }),
      server.close(),
    ]);
  });

  it('end a wait with its signal', async (t) => {
    const server = await open(t);
    const sequence = server.labs.sequence('k');
    const controller = new AbortController();
    const waiting = sequence.wait(1, { within: '60s', signal: controller.signal });
    controller.abort(new Error('No longer needed.'));
    const message = 'The wait was aborted: No longer needed.';
    await assert.rejects(waiting, (error: Error) => {
      assert.deepEqual([error.name, error.message], ['AbortError', message]);
      assert.match(error.stack ?? '', /\n {4}at [^\n]*labs\.test\.ts:\d+/);
      return true;
    });
    await assert.rejects(sequence.wait(1, { signal: controller.signal }), { name: 'AbortError', message });
    const invalid: object = { signal: 'soon' };
    await assert.rejects(sequence.wait(1, invalid), {
      name: 'UsageError',
      message: /^signal must be an AbortSignal/,
    });
  });

  it('that are invalid are rejected with a UsageError', async (t) => {
    const { labs } = await open(t);
    await assert.rejects(labs.sequence('a b').wait(1), { name: 'UsageError' });
    const define = (data: unknown) => () => Reflect.apply(labs.sequence('k').define, undefined, [data]);
    assert.throws(define({ steps: [{ stauts: 1 }] }), {
      name: 'UsageError',
      message: /^steps\[0\]\.stauts is not known/,
    });
    assert.throws(define({ steps: 1 }), {
      name: 'UsageError',
      message: /^steps must be a list of 1 to 64 steps/,
    });
    assert.throws(() => labs.sequence('a b').attempts(), { name: 'UsageError' });
  });

  it('of a seed exist after the start and after a reset, and more can be seeded', async (t) => {
    const seed = { sequences: { first: { steps: ['status=503', 'status=200'] } } };
    const server = await open(t, { seed });
    const ask = async (key: string) => (await fetch(`${server.url}/sequence/${key}/end`)).status;
    assert.deepEqual([await ask('first'), await ask('first')], [503, 200]);
    await server.seed({ sequences: { second: { steps: ['status=418'] } } });
    assert.equal(await ask('second'), 418);
    await server.reset();
    assert.deepEqual([await ask('first'), await ask('second')], [503, 404]);
    await assert.rejects(server.seed({ sequences: { third: { steps: ['status=1'] } } }), {
      name: 'UsageError',
      message: /^sequences\.third\.steps\[0\] status must be/,
    });
    await assert.rejects(start({ seed: { sequences: { a: { steps: ['x=1'] } } } }), {
      name: 'UsageError',
      message: /^The seed is invalid: sequences\.a\.steps\[0\] x is not known/,
    });
    await assert.rejects(start({ seed: { sequences: { 'a b': { steps: ['status=200'] } } } }), {
      name: 'UsageError',
    });
  });
});

describe('the rate limits of the library', () => {
  it('show attempts, also those that were too early, and are deleted', async (t) => {
    const server = await open(t);
    const limit = server.labs.limit('k');
    assert.deepEqual(limit.attempts(), []);
    for (const status of [200, 429, 429]) {
      const response = await fetch(`${server.url}/limit/k/kind=window/policy=default;q=1;w=60/end`);
      assert.equal(response.status, status);
    }
    assert.deepEqual(
      limit.attempts().map(({ n, accepted, units, early }) => [n, accepted, units, early]),
      [
        [1, true, 1, false],
        [2, false, 1, false],
        [3, false, 1, true],
      ],
    );
    assert.equal(limit.attempts()[0]?.retryAfter, null);
    assert.ok((limit.attempts()[1]?.retryAfter ?? 0) > 58);
    assert.deepEqual([limit.delete(), limit.delete()], [true, false]);
    assert.throws(() => server.labs.limit('a b').attempts(), { name: 'UsageError' });
  });

  it('show an attempt before the limit has decided about it', async (t) => {
    const server = await open(t);
    const limit = server.labs.limit('k');
    // The size of the body is not known before its end.
    const upload = request(`${server.url}/limit/k/cost=bytes/end`, { method: 'POST' }).on('error', () => {});
    upload.flushHeaders();
    await until(() => limit.attempts().length > 0);
    assert.deepEqual(
      limit.attempts().map(({ accepted, units, early, retryAfter }) => [accepted, units, early, retryAfter]),
      [[false, 0, false, null]],
    );
    upload.destroy();
  });
});
