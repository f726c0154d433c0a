import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { describeDiff, diffExchanges } from './diff.ts';

const diff = (one: ExchangeParts, other: ExchangeParts) =>
  diffExchanges(createExchange(one), createExchange(other)).map(({ part, before, after }) => [
    part,
    before,
    after,
  ]);

describe('the differences of two requests', () => {
  it('are those of method, target, protocol and fields', () => {
    assert.deepEqual(diff({ id: 1, startedAt: 1, ms: { body: 5, firstByte: 6, done: 7 } }, { id: 2 }), []);
    assert.deepEqual(
      diff(
        {
          headers: [
            ['Host', 'a'],
            ['X-A', '1'],
            ['X-A', '2'],
            ['X-B', ''],
          ],
          trailers: [['T', '1']],
        },
        {
          method: 'PUT',
          target: '/put',
          headers: [
            ['Host', 'a'],
            ['x-a', '2'],
            ['x-a', '1'],
            ['X-C', 'd'],
          ],
          connection: { protocol: 'HTTP/1.0' },
        },
      ),
      [
        ['method', 'GET', 'PUT'],
        ['target', '/get', '/put'],
        ['protocol', 'HTTP/1.1', 'HTTP/1.0'],
        ['header X-A', '1\n2', '2\n1'],
        ['header X-B', '', null],
        ['header X-C', null, 'd'],
        ['header order', 'Host, X-A, X-A', 'Host, x-a, x-a'],
        ['trailer T', '1', null],
      ],
    );
  });

  it('list the order of fields apart from their content', () => {
    assert.deepEqual(
      diff(
        {
          headers: [
            ['A', '1'],
            ['B', '2'],
          ],
        },
        {
          headers: [
            ['B', '2'],
            ['C', ''],
            ['A', '1'],
          ],
        },
      ),
      [
        ['header C', null, ''],
        ['header order', 'A, B', 'B, A'],
      ],
    );
  });

  it('are by member for JSON', () => {
    const body = (value: unknown) => ({ body: JSON.stringify(value) });
    assert.deepEqual(
      diff(body({ a: 1, b: [1, { c: 2 }], 'x y': null }), body({ b: [1, { c: 3 }, 4], a: 1, d: {} })),
      [
        ['body .b[1].c', '2', '3'],
        ['body .b[2]', null, '4'],
        ['body ."x y"', 'null', null],
        ['body .d', null, '{}'],
      ],
    );
    assert.deepEqual(diff(body([]), body({})), [['body', '[]', '{}']]);
    // Equal JSON in another notation.
    assert.deepEqual(diff({ body: '{"a":1}' }, { body: '{"a": 1}' }), [
      ['body line 1', '{"a":1}', '{"a": 1}'],
    ]);
  });

  it('are by line for other text', () => {
    assert.deepEqual(diff({ body: 'a\nb\nc\nd\n' }, { body: 'a\nc\nx\nd\n' }), [
      ['body line 2', 'b', null],
      ['body line 4', null, 'x'],
    ]);
    assert.deepEqual(diff({ body: 'a' }, {}), [['body line 1', 'a', '']]);
  });

  it('are the first differing bytes for other content', () => {
    assert.deepEqual(
      diff(
        { body: Buffer.from([...Array(31).fill(0xff), 1, 2, 3]) },
        { body: Buffer.from([...Array(31).fill(0xff), 1, 4]) },
      ),
      [['body at 0x20', '02 03', '04']],
    );
    assert.deepEqual(diff({ body: Buffer.from([0xff]) }, { body: Buffer.from([0xfe]) }), [
      ['body at 0x0', 'ff', 'fe'],
    ]);
    assert.deepEqual(diff({ body: Buffer.from([0xff]) }, { body: Buffer.from([0xff, 0xfe]) }), [
      ['body at 0x1', null, 'fe'],
    ]);
    assert.deepEqual(diff({ body: Buffer.from([0xff, 0xfe]) }, { body: Buffer.from([0xff]) }), [
      ['body at 0x1', 'fe', null],
    ]);
    const long = (first: number) => ({ body: Buffer.from([0xff, first, ...Array(20).fill(0x61)]) });
    const rest = ' 61'.repeat(15);
    assert.deepEqual(diff(long(1), long(2)), [['body at 0x1', `01${rest}`, `02${rest}`]]);
  });

  it('include bytes that the journal does not have', () => {
    const [difference] = diff({ body: 'abc', keep: 2 }, { body: 'abd', keep: 2 });
    assert.match(
      String(difference),
      /^body,3 bytes, SHA-256 ba78[0-9a-f]{60},3 bytes, SHA-256 [0-9a-f]{64}$/,
    );
  });

  it('name a digest that the journal does not show', () => {
    const one = createExchange({ body: 'abc', keep: 0 });
    const { request } = createExchange({ body: 'abcd', keep: 0 });
    const other = { ...one, request: { ...request, body: { ...request.body, sha256: null } } };
    assert.deepEqual(
      diffExchanges(one, other).map(({ after }) => after),
      ['4 bytes, SHA-256 not shown'],
    );
  });

  it('take a bounded time and number', () => {
    const lines = (text: string) => ({
      body: Array.from({ length: 5000 }, (_, index) => `${text}${index}`).join('\n'),
    });
    assert.equal(diff(lines('a'), lines('b')).length, 500);
    const deep = (text: string) => ({ body: `${'['.repeat(8000)}"${text}"${']'.repeat(8000)}` });
    assert.equal(diff(deep('a'), deep('b')).length, 1);
  });

  it('are shown as text', () => {
    assert.equal(
      describeDiff(
        createExchange({
          id: 1,
          headers: [
            ['A', '1'],
            ['A', '2'],
          ],
        }),
        createExchange({ id: 2, method: 'PUT', headers: [] }),
      ),
      '--- #1\n+++ #2\nmethod\n- GET\n+ PUT\nheader A\n- 1\n- 2\n',
    );
  });
});
