import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHead } from './response-head.ts';

describe('the head of a response', () => {
  it('is parsed as it was sent, also when a fault changed it', () => {
    for (const [text, status, reason, headers] of [
      [
        'HTTP/1.1 200 OK\r\nA: 1\r\na:2\r\n\r\nB: 3',
        200,
        'OK',
        [
          ['A', '1'],
          ['a', '2'],
        ],
      ],
      ['HTTP/1.1 404 NOT FOUND', 404, 'NOT FOUND', []],
      ['HTTP/1.0 204\n\n', 204, '', []],
      ['\r\n\r\nHTTP/1.1 200 OK\r\nA: 1\r\n\r\n', 200, 'OK', [['A', '1']]],
      [
        'HTTP/1.1 2x0 OK\r\nA: b:c \r\nB\r\n',
        0,
        'OK',
        [
          ['A', 'b:c'],
          ['B', ''],
        ],
      ],
      ['HTTP/1.1  OK\r\n\r\n', 0, 'OK', []],
      ['HTTP/1.1 999999999 X\r\n', 999_999_999, 'X', []],
      ['HTTP/1.1 1999999999 X\r\n', 0, 'X', []],
      ['ICY 200 OK\r\nA: 1\r\n\r\n', 0, '', [['A', '1']]],
      [
        'HTTP/1.1 200 OK\r\nA: 1\r\n 2\r\n\t3 \r\nB: 4\r\n\r\n',
        200,
        'OK',
        [
          ['A', '1 2 3'],
          ['B', '4'],
        ],
      ],
      ['HTTP/1.1 200 OK\r\n folded\r\n\r\n', 200, 'OK', [[' folded', '']]],
    ] as const)
      assert.deepEqual(parseHead(text), { status, reason, headers }, JSON.stringify(text));
  });
});
