import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { WireError } from '#wire/error.ts';
import { toBodyError, toHttpError } from './wire-error.ts';

const error = (kind: WireError['kind'], status: number, method = 'GET'): WireError => ({
  kind,
  status,
  code: 0,
  message: 'LF at byte 3',
  method,
  target: '/',
  bytes: Buffer.alloc(0),
});

it('an error of the wire has its status and one sentence', () => {
  for (const [kind, status, message] of [
    ['syntax', 400, 'This is not a valid request: LF at byte 3.'],
    ['head-size', 431, 'The head of the request is too large: LF at byte 3.'],
    ['target-size', 414, 'The request line is too long: LF at byte 3.'],
    ['content-size', 413, 'The content of the request is too large: LF at byte 3.'],
    ['timeout', 408, 'The request was not received in time.'],
    ['version', 505, 'This connection supports HTTP/1.0 and HTTP/1.1 only.'],
    ['coding', 400, 'The only transfer coding that this server supports is chunked.'],
  ] as const) {
    const { status: actual, message: sentence } = toHttpError(error(kind, status));
    assert.deepEqual([actual, sentence], [status, message], kind);
  }
  assert.equal(toHttpError(error('syntax', 501, 'CONNECT')).message, 'CONNECT is not supported.');
});

it('a body whose connection has ended is incomplete', () => {
  for (const cause of [undefined, error('incomplete', 400), error('flood', 0)])
    assert.equal(toBodyError(cause).message, 'The body is incomplete.');
  assert.equal(toBodyError(error('timeout', 408)).status, 408);
});
