import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBodyExchange } from '#test/support/servers/body-exchange.ts';
import { HttpError } from '../../errors/errors.ts';
import { createBodyBudget } from '../../transport/body-budget.ts';
import {
  bufferBody,
  discardBody,
  expectsContinue,
  hasBody,
  listenToBody,
  readBody,
  readWholeBody,
  sendContinue,
  skipBody,
} from './body.ts';

const CHUNKED = { 'transfer-encoding': 'chunked' };
const LENGTH = (length: number | string) => ({ 'content-length': String(length) });
const EXPECT = { expect: '100-continue' };
const LATE = new HttpError(408, 'late');

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

const toStatus = (error: unknown) => (error instanceof HttpError ? error.status : error);

/** What a reader of a body receives. */
function listen(opened: ReturnType<typeof openBodyExchange>) {
  const seen: unknown[] = [];
  const stop = listenToBody(opened.exchange, {
    data: (chunk) => void seen.push(String(chunk)),
    end: () => void seen.push('end'),
    fail: (error) => void seen.push(['failed', toStatus(error)]),
  });
  return { ...opened, seen, stop };
}

describe('a request', () => {
  it('has a body if its head declares one', () => {
    for (const [what, headers, stream, expected] of [
      ['no length', {}, undefined, false],
      ['the length 0', LENGTH(0), undefined, false],
      ['a length', LENGTH(1), undefined, true],
      ['chunks', CHUNKED, undefined, true],
      ['a stream', {}, { endAfterHeaders: false }, true],
      ['a stream that ends with its head', LENGTH(1), { endAfterHeaders: true }, false],
    ] as const)
      assert.equal(hasBody(openBodyExchange(headers, stream && { stream }).request), expected, what);
  });

  it('expects 100 (Continue) if it has a body and a client of HTTP/1.1', () => {
    for (const [headers, version, expected] of [
      [{ ...CHUNKED, ...EXPECT }, '1.1', true],
      [{ ...CHUNKED, expect: '100-CONTINUE' }, '1.1', true],
      [{ ...CHUNKED, ...EXPECT }, '1.0', false],
      [EXPECT, '1.1', false],
      [CHUNKED, '1.1', false],
      [{ ...CHUNKED, expect: 'x100-continue' }, '1.1', false],
      [{ ...CHUNKED, expect: '100-continue, x' }, '1.1', false],
    ] as const) {
      const { request } = openBodyExchange(headers);
      request.httpVersion = version;
      assert.equal(expectsContinue(request), expected, `${version} ${JSON.stringify(headers)}`);
    }
  });

  it('gets 100 (Continue) unless its body has been read or has failed', () => {
    const headers = { ...CHUNKED, ...EXPECT };
    const failed = openBodyExchange(headers);
    failed.bodyErrors.add(failed.request, LATE);
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
    const { request, seen } = listen(openBodyExchange(CHUNKED));
    for (const chunk of ['a', 'b', null]) {
      request.push(chunk);
      await nextIteration();
    }
    request.emit('close');
    request.emit('error', LATE);
    assert.deepEqual(seen, ['a', 'b', 'end']);
  });

  it('receives one failure: the error, or nothing of a connection that is closed', async () => {
    for (const [emit, expected] of [
      [['error', LATE], 408],
      [['close'], undefined],
    ] as const) {
      const { request, seen } = listen(openBodyExchange(CHUNKED));
      request.push('a');
      await nextIteration();
      const [event, error] = emit;
      request.emit(event, error);
      request.emit('close');
      request.emit('error', new Error('unhandled without a listener'));
      request.push('b');
      await nextIteration();
      assert.deepEqual(seen, ['a', ['failed', expected]], event);
    }
  });

  it('receives the failure of a body that has failed before, later', async () => {
    const failed = openBodyExchange(CHUNKED);
    failed.bodyErrors.add(failed.request, LATE);
    const closed = openBodyExchange(CHUNKED);
    closed.request.destroy();
    for (const [opened, expected] of [
      [failed, 408],
      [closed, undefined],
    ] as const) {
      const { seen } = listen(opened);
      assert.deepEqual(seen, []);
      await nextIteration();
      assert.deepEqual(seen, [['failed', expected]]);
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
    const { request, seen, stop } = listen(openBodyExchange(CHUNKED));
    stop();
    request.push('a');
    request.emit('end');
    request.emit('close');
    await nextIteration();
    assert.deepEqual(seen, []);
    assert.deepEqual(
      ['data', 'end', 'close'].map((event) => request.listenerCount(event)),
      [0, 0, 0],
    );
  });
});

/** The result of a read with these limits, and the bytes that were counted and that are in use. */
async function read(
  headers: Record<string, string>,
  chunks: readonly string[],
  { limit = 5, budget = 100, buffered }: { limit?: number; budget?: number; buffered?: string } = {},
) {
  const { exchange, request } = openBodyExchange(
    headers,
    buffered === undefined ? {} : { bufferedBody: Buffer.from(buffered) },
  );
  const bodies = createBodyBudget(budget);
  const reading = readBody(exchange, limit, bodies.open()).then(String, toStatus);
  for (const chunk of [...chunks, null]) request.push(chunk);
  return [await reading, exchange.bytesReceived, bodies.used];
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

  it('is incomplete if its connection fails, and releases its memory', async () => {
    const { exchange, request } = openBodyExchange(CHUNKED);
    const bodies = createBodyBudget(100);
    const reading = readBody(exchange, 5, bodies.open());
    request.push('abc');
    await nextIteration();
    assert.equal(bodies.used, 3);
    const cause = new Error('reset');
    request.emit('error', cause);
    await assert.rejects(reading, {
      name: 'HttpError',
      status: 400,
      message: 'The body is incomplete.',
      cause,
    });
    assert.equal(bodies.used, 0);
  });

  it('is read once for rules, and is counted by its reader', async () => {
    const { exchange, request } = openBodyExchange(CHUNKED);
    const bodies = createBodyBudget(100);
    request.push('abc');
    request.push(null);
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
      const { exchange, request, informational } = openBodyExchange({ ...CHUNKED, ...EXPECT });
      const skipping = skipBody(exchange, 5).catch(toStatus);
      for (const chunk of [...chunks, null]) request.push(chunk);
      assert.deepEqual([await skipping, exchange.bytesReceived, informational], expected);
    }
  });

  it('is read before a response, after 100 (Continue)', async () => {
    assert.equal(await readWholeBody(openBodyExchange(EXPECT).exchange, 5), false);
    const { exchange, request, informational } = openBodyExchange({ ...CHUNKED, ...EXPECT });
    const reading = readWholeBody(exchange, 5);
    request.push('abc');
    request.push(null);
    assert.deepEqual([await reading, exchange.bytesReceived, informational], [true, 3, [100]]);
  });

  it('is discarded to its end, its failure or a maximum', async () => {
    for (const [what, chunks, expected] of [
      ['the end', ['abc', null], 1],
      ['the maximum', ['abcd', 'e'], 0],
      ['more than the maximum', ['abcd', 'ef', 'g', null], 1],
    ] as const) {
      const { exchange, request } = openBodyExchange(CHUNKED);
      let calls = 0;
      discardBody(exchange, () => calls++, 5);
      assert.equal(calls, 0);
      for (const chunk of chunks) request.push(chunk);
      await nextIteration();
      assert.equal(calls, expected, what);
      request.emit('error', LATE);
      assert.equal(calls, 1, what);
    }
    const { exchange, request } = openBodyExchange(CHUNKED);
    request.complete = true;
    let calls = 0;
    discardBody(exchange, () => calls++, 5);
    assert.equal(calls, 1, 'a body that is complete');
  });
});
