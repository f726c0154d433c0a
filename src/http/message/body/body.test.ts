import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBodyExchange, receive } from '#test/support/servers/body-exchange.ts';
import type { WireError } from '#wire/error.ts';
import { HttpError } from '../../errors/errors.ts';
import {
  bufferBody,
  expectsContinue,
  hasBody,
  listenToBody,
  readBody,
  readWholeBody,
  sendContinue,
  skipBody,
} from './body.ts';
import { createBodyBudget } from './body-budget.ts';

const CHUNKED = { 'transfer-encoding': 'chunked' };
const LENGTH = (length: number | string) => ({ 'content-length': String(length) });
const EXPECT = { expect: '100-continue' };
const LATE: WireError = {
  kind: 'timeout',
  status: 408,
  code: 0,
  message: 'Timeout at byte 20',
  method: 'POST',
  target: '/',
  bytes: Buffer.alloc(0),
};

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

const toStatus = (error: unknown) => (error instanceof HttpError ? error.status : error);

/** What a reader of a body receives. */
function listen(opened: ReturnType<typeof openBodyExchange>) {
  const seen: unknown[] = [];
  const stop = listenToBody(opened.exchange, {
    data: (chunk) => void seen.push(String(chunk)),
    end: () => void seen.push('end'),
    fail: (error) => void seen.push(['failed', error?.status]),
  });
  return { ...opened, seen, stop };
}

describe('a request', () => {
  it('has a body if its head declares one', () => {
    for (const [framing, length, expected] of [
      ['none', -1, false],
      ['content-length', 0, false],
      ['content-length', 1, true],
      ['chunked', -1, true],
      ['frames', -1, true],
      ['frames', 0, true],
      ['none', 1, false],
    ] as const)
      assert.equal(hasBody({ framing, length }), expected, `${framing} ${length}`);
  });

  it('expects 100 (Continue) if the wire says so and it has a body', () => {
    for (const [headers, expected] of [
      [{ ...CHUNKED, ...EXPECT }, true],
      [{ ...LENGTH(0), ...EXPECT }, false],
      [EXPECT, false],
      [CHUNKED, false],
    ] as const)
      assert.equal(expectsContinue(openBodyExchange(headers).wire.head), expected, JSON.stringify(headers));
  });

  it('gets 100 (Continue) unless its body has been read or has failed', () => {
    const headers = { ...CHUNKED, ...EXPECT };
    const failed = openBodyExchange(headers);
    failed.body.fail(LATE);
    for (const [what, opened, expected] of [
      ['a client that waits', openBodyExchange(headers), [100]],
      ['a client that does not', openBodyExchange(CHUNKED), []],
      ['a body that was read', openBodyExchange(headers, { bufferedBody: Buffer.from('a') }), []],
      ['a body that has failed', failed, []],
    ] as const) {
      sendContinue(opened.exchange);
      assert.deepEqual(opened.informational, expected, what);
    }
  });
});

describe('a reader of a body', () => {
  it('receives chunks, then the end, and nothing after it', async () => {
    const opened = listen(openBodyExchange(CHUNKED));
    for (const chunk of ['a', 'b', null]) {
      receive(opened, chunk);
      await nextIteration();
    }
    opened.body.fail(LATE);
    assert.deepEqual(opened.seen, ['a', 'b', 'end']);
  });

  it('receives one failure: the error, or nothing of a connection that is closed', async () => {
    for (const error of [LATE, undefined]) {
      const opened = listen(openBodyExchange(CHUNKED));
      receive(opened, 'a');
      await nextIteration();
      opened.body.fail(error);
      opened.body.fail(undefined);
      await nextIteration();
      assert.deepEqual(opened.seen, ['a', ['failed', error?.status]]);
    }
  });

  it('receives the failure of a body that has failed before, later', async () => {
    for (const error of [LATE, undefined]) {
      const opened = openBodyExchange(CHUNKED);
      opened.body.fail(error);
      const { seen } = listen(opened);
      assert.deepEqual(seen, []);
      await nextIteration();
      assert.deepEqual(seen, [['failed', error?.status]]);
      const stopped = listen(opened);
      stopped.stop();
      await nextIteration();
      assert.deepEqual(stopped.seen, []);
    }
  });

  it('receives a body that was read before as one chunk, later', async () => {
    for (const [text, expected] of [
      ['abc', ['abc', 'end']],
      ['', ['end']],
    ] as const) {
      const opened = openBodyExchange(CHUNKED, { bufferedBody: Buffer.from(text) });
      const { seen } = listen(opened);
      assert.deepEqual(seen, []);
      await nextIteration();
      assert.deepEqual(seen, expected);
      const stopped = listen(opened);
      stopped.stop();
      await nextIteration();
      assert.deepEqual(stopped.seen, []);
    }
  });

  it('receives nothing after it has stopped', async () => {
    const opened = listen(openBodyExchange(CHUNKED));
    opened.stop();
    receive(opened, 'a', null);
    await nextIteration();
    assert.deepEqual(opened.seen, []);
  });
});

/** The result of a read with these limits, and the bytes that were counted and that are in use. */
async function read(
  headers: Record<string, string>,
  chunks: readonly string[],
  { limit = 5, budget = 100, buffered }: { limit?: number; budget?: number; buffered?: string } = {},
) {
  const opened = openBodyExchange(
    headers,
    buffered === undefined ? {} : { bufferedBody: Buffer.from(buffered) },
  );
  const bodies = createBodyBudget(budget);
  const reading = readBody(opened.exchange, limit, bodies.open()).then(String, toStatus);
  receive(opened, ...chunks, null);
  return [await reading, opened.exchange.bytesReceived, bodies.used];
}

describe('a whole body', () => {
  it('is read up to its limit and that of all bodies', async () => {
    assert.deepEqual(await read(LENGTH(5), ['abc', 'de']), ['abcde', 5, 5]);
    assert.deepEqual(await read(LENGTH(6), []), [413, 0, 0], 'more is declared');
    assert.deepEqual(await read(CHUNKED, ['abc', 'def']), [413, 6, 0], 'more is received');
    assert.deepEqual(await read(LENGTH(5), [], { budget: 4 }), [503, 0, 0], 'more than all are declared');
    assert.deepEqual(await read(LENGTH(4), ['abcd'], { budget: 4 }), ['abcd', 4, 4]);
    assert.deepEqual(await read(CHUNKED, ['abc', 'de'], { budget: 4 }), [503, 5, 0]);
    assert.deepEqual(await read(CHUNKED, [], { buffered: 'abcde' }), ['abcde', 5, 0]);
    assert.deepEqual(await read(CHUNKED, [], { buffered: 'abcdef' }), [413, 0, 0]);
    assert.deepEqual(await read(LENGTH(6), [], { buffered: 'abc' }), [413, 0, 0]);
  });

  it('is incomplete if its connection ends, and releases its memory', async () => {
    const opened = openBodyExchange(CHUNKED);
    const bodies = createBodyBudget(100);
    const reading = readBody(opened.exchange, 5, bodies.open());
    receive(opened, 'abc');
    await nextIteration();
    assert.equal(bodies.used, 3);
    opened.body.fail(undefined);
    await assert.rejects(reading, { name: 'HttpError', status: 400, message: 'The body is incomplete.' });
    assert.equal(bodies.used, 0);
  });

  it('is read once for rules, and is counted by its reader', async () => {
    const opened = openBodyExchange(CHUNKED);
    const { exchange } = opened;
    const bodies = createBodyBudget(100);
    receive(opened, 'abc', null);
    const reserve = () => bodies.open();
    const first = await bufferBody(exchange, 5, reserve);
    assert.deepEqual([String(first), exchange.bufferedBody, exchange.bytesReceived], ['abc', first, 0]);
    assert.equal(await bufferBody(exchange, 0, reserve), first);
    const none = openBodyExchange();
    assert.deepEqual(await bufferBody(none.exchange, 0, () => assert.fail('no memory')), Buffer.alloc(0));
    assert.deepEqual(none.exchange.bufferedBody, Buffer.alloc(0));
  });
});

describe('a body that is not needed', () => {
  it('is read up to its limit, without 100 (Continue)', async () => {
    for (const [chunks, expected] of [
      [
        ['abc', 'de'],
        [undefined, 5, []],
      ],
      [
        ['abc', 'def'],
        [413, 6, []],
      ],
    ] as const) {
      const opened = openBodyExchange({ ...CHUNKED, ...EXPECT });
      const skipping = skipBody(opened.exchange, 5).catch(toStatus);
      receive(opened, ...chunks, null);
      assert.deepEqual([await skipping, opened.exchange.bytesReceived, opened.informational], expected);
    }
  });

  it('is read before a response, after 100 (Continue)', async () => {
    assert.equal(await readWholeBody(openBodyExchange(EXPECT).exchange, 5), false);
    const opened = openBodyExchange({ ...CHUNKED, ...EXPECT });
    const reading = readWholeBody(opened.exchange, 5);
    receive(opened, 'abc', null);
    assert.deepEqual([await reading, opened.exchange.bytesReceived, opened.informational], [true, 3, [100]]);
  });
});
