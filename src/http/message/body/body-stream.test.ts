import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type OpenedExchange, openBodyExchange, receive } from '#test/support/servers/body-exchange.ts';
import type { WireError } from '#wire/error.ts';
import { HttpError } from '../../errors/errors.ts';
import { createBodyStream } from './body-stream.ts';

const LIMIT = 5;

/** The chunks that a reader gets, and the error after them. */
async function read({ exchange, wire, informational }: OpenedExchange) {
  const chunks: string[] = [];
  let error: unknown;
  try {
    for await (const chunk of createBodyStream(exchange).chunks(LIMIT)) chunks.push(String(chunk));
  } catch (thrown) {
    error = thrown;
  }
  const { bytesReceived } = exchange;
  const status = error instanceof HttpError ? error.status : error;
  // The connection of a rejected body must remain, for the response.
  return [chunks, status, bytesReceived, informational, wire.calls.some((call) => call.startsWith('abort'))];
}

const CHUNKED = { 'transfer-encoding': 'chunked' };
const LENGTH = (length: number) => ({ 'content-length': String(length) });

it('a body is read in its chunks, up to the limit', async () => {
  for (const [what, headers, sent, expected] of [
    ['no body', {}, [], [[], undefined, 0, [], false]],
    ['a declared length', LENGTH(5), ['abc', 'de'], [['abc', 'de'], undefined, 5, [], false]],
    ['more than the limit is declared', LENGTH(6), ['abc'], [[], 413, 0, [], false]],
    ['the limit in chunks', CHUNKED, ['abcde'], [['abcde'], undefined, 5, [], false]],
    ['more than the limit in chunks', CHUNKED, ['abc', 'def'], [['abc'], 413, 6, [], false]],
    [
      'a client that waits',
      { ...CHUNKED, expect: '100-continue' },
      ['a'],
      [['a'], undefined, 1, [100], false],
    ],
  ] as const) {
    const opened = openBodyExchange(headers);
    const reading = read(opened);
    for (const chunk of [...sent, null]) {
      await new Promise(setImmediate);
      receive(opened, chunk);
    }
    assert.deepEqual(await reading, expected, what);
  }
});

it('a body that rules have read is one chunk', async () => {
  for (const [what, headers, buffered, expected] of [
    ['no body', {}, '', [[], undefined, 0, [], false]],
    ['the limit', CHUNKED, 'abcde', [['abcde'], undefined, 5, [], false]],
    ['more than the limit', CHUNKED, 'abcdef', [[], 413, 0, [], false]],
  ] as const)
    assert.deepEqual(
      await read(openBodyExchange(headers, { bufferedBody: Buffer.from(buffered) })),
      expected,
      what,
    );
});

it('a body that fails has the error of the wire, or is incomplete', async () => {
  const late: WireError = {
    kind: 'timeout',
    status: 408,
    code: 0,
    message: '',
    method: 'POST',
    target: '/',
    bytes: Buffer.alloc(0),
  };
  const before = openBodyExchange({ ...CHUNKED, expect: '100-continue' });
  receive(before, 'abc');
  before.body.fail(late);
  assert.deepEqual(await read(before), [[], 408, 0, [], false]);

  for (const [error, status] of [
    [late, 408],
    [undefined, 400],
  ] as const) {
    const during = openBodyExchange(CHUNKED);
    receive(during, 'abc');
    const reading = read(during);
    await new Promise(setImmediate);
    during.body.fail(error);
    const [chunks, actual] = await reading;
    assert.deepEqual([chunks, actual], [['abc'], status]);
  }
});
