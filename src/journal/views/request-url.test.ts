import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange } from '#test/support/recorded-exchange.ts';
import type { Pair } from '../recording/record.ts';
import { fieldOf, originOf, pathOf, queryOf, urlOf } from './request-url.ts';

const tls = { version: null, sni: null, alpn: null };

describe('the URL of a request', () => {
  it('is that of its target, its Host and its connection', () => {
    for (const [target, host, isTls, url] of [
      ['/get?a=b', 'h:81', false, 'http://h:81/get?a=b'],
      ['/get', 'h', true, 'https://h/get'],
      ['/get', 'no host', false, 'http://localhost/get'],
      ['/get', undefined, false, 'http://localhost/get'],
      ['http://other:82/x?y', 'h', false, 'http://other:82/x?y'],
      ['*', 'h', false, 'http://h/*'],
      ['/a"b%zz%20\xff#f?', 'h', false, 'http://h/a%22b%25zz%20%FF%23f?'],
      ["/~-._!$&'()*+,;=:@/?", 'h', false, "http://h/~-._!$&'()*+,;=:@/?"],
    ] as const) {
      const headers: Pair[] = host === undefined ? [] : [['hOST', host]];
      const exchange = createExchange({ target, headers, connection: { tls: isTls ? tls : null } });
      assert.equal(urlOf(exchange), url);
      assert.ok(url.startsWith(originOf(exchange)));
    }
  });

  it('has a path without the prefix of a bin, and a decoded query', () => {
    for (const [target, path, query] of [
      [
        '/bin/t1/get?a=1&a=%20+',
        '/get',
        [
          ['a', '1'],
          ['a', '  '],
        ],
      ],
      ['/bin/t1', '/', []],
      ['/binary/t1', '/binary/t1', []],
      ['/a%20b?', '/a%20b', []],
      ['http://h/bin/t1/x', '/x', []],
    ] as const) {
      const exchange = createExchange({ target });
      assert.deepEqual([pathOf(exchange), queryOf(exchange)], [path, query], target);
    }
  });

  it('has fields by name, whose values are joined', () => {
    const headers: Pair[] = [
      ['A', '1'],
      ['b', ''],
      ['a', '2'],
    ];
    assert.deepEqual(
      [fieldOf(headers, 'a'), fieldOf(headers, 'B'), fieldOf(headers, 'c')],
      ['1, 2', '', undefined],
    );
  });
});
