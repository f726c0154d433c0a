import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecordedFields } from './recorded-fields.ts';
import { keepHead, parseHead, viewHead } from './response-head.ts';

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

  it('is kept as it was sent, and without the values that are not kept', () => {
    const all = createRecordedFields([]);
    const some = createRecordedFields(['a']);
    const headers = [
      ['A', '1'],
      ['B', '2'],
    ] as const;
    const removed = [
      ['A', '***'],
      ['B', '2'],
    ];
    for (const [head, reason] of [
      ['HTTP/1.1 201 Made\r\nA: 1\r\nB: 2\r\n\r\n', 'Made'],
      [[':status', '201', 'A', '1', 'B', '2'], ''],
    ] as const) {
      assert.equal(keepHead(head, all), head);
      assert.deepEqual(viewHead(head), { status: 201, reason, headers });
      assert.deepEqual(viewHead(keepHead(head, some)), { status: 201, reason, headers: removed });
    }
  });
});
