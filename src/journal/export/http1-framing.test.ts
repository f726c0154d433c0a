import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange } from '#test/support/recorded-exchange.ts';
import type { Pair } from '../recording/record.ts';
import { buildFramedFields, framingProblem, isSentInChunks } from './http1-framing.ts';

const request = (headers: readonly Pair[], body = '', trailers: readonly Pair[] = [], keep = Infinity) =>
  createExchange({ headers, body, trailers, keep }).request;

const HOST: Pair = ['Host', 'h'];
const CHUNKED: Pair = ['Transfer-Encoding', 'chunked'];
const length = (value: number | string): Pair => ['content-length', String(value)];

describe('the fields that delimit a recorded body', () => {
  it('are those of the request, unless they describe other bytes', () => {
    for (const [message, fields] of [
      [request([HOST]), [HOST]],
      [request([HOST], 'a'), [HOST, ['Content-Length', '1']]],
      [request([length(3), HOST], 'abc'), [length(3), HOST]],
      [request([length(0), HOST]), [length(0), HOST]],
      [request([length(9), HOST], 'abc'), [length(3), HOST]],
      [request([length('x'), HOST], 'abc'), [length(3), HOST]],
      [request([length(6), HOST], 'abcdef', [], 2), [length(2), HOST]],
      [request([HOST, ['Transfer-Encoding', 'gzip']], 'abc'), [HOST, ['Content-Length', '3']]],
      [request([CHUNKED, HOST], 'abc'), [CHUNKED, HOST]],
      [
        request([length(3), ['transfer-encoding', 'gzip, Chunked '], HOST], 'abc'),
        [['transfer-encoding', 'gzip, Chunked '], HOST],
      ],
      [request([length(3), HOST], 'abc', [['T', '1']]), [HOST, CHUNKED]],
      [request([['Transfer-Encoding', 'gzip'], HOST], 'abc', [['T', '1']]), [HOST, CHUNKED]],
    ] as const)
      assert.deepEqual(buildFramedFields(message), fields, JSON.stringify(message.headers));
    assert.deepEqual(
      [
        request([CHUNKED]),
        request([HOST], '', [['T', '1']]),
        request([length(1)], 'a'),
        request([['Transfer-Encoding', 'chunked, gzip']]),
      ].map(isSentInChunks),
      [true, true, false, false],
    );
  });

  it('may describe another body than the recorded one', () => {
    for (const [message, problem] of [
      [request([length(3)], 'abc'), undefined],
      [request([length(3)], 'abcdef', [], 3), 'Content-Length is 3, but the body has 6 bytes.'],
      [request([length('+3')], 'abc'), 'Content-Length is +3, but the body has 3 bytes.'],
      [request([CHUNKED], 'abc'), undefined],
      [
        request([['Transfer-Encoding', 'gzip']], 'abc'),
        'Transfer-Encoding is gzip, which does not delimit a body.',
      ],
      [request([HOST], 'abc'), undefined],
    ] as const)
      assert.equal(framingProblem(message), problem, JSON.stringify(message.headers));
  });
});
