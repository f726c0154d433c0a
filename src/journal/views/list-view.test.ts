import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, createFailure, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { parseColumns, toListView } from './list-view.ts';

const plain = {
  id: 1,
  at: Date.UTC(2026, 10, 22, 12),
  connection: '1.1',
  client: '127.0.0.1:50000',
  method: 'GET',
  target: '/get',
  host: 'localhost:8080',
  status: 200,
  firstByte: 2,
  ms: 3,
  protocol: 'HTTP/1.1',
};

describe('the row of an exchange', () => {
  it('has only the members that apply', () => {
    assert.deepEqual(toListView(createExchange()), plain);
    const { response } = createExchange();
    assert.ok(response);
    const exchange = createExchange({
      id: 7,
      bin: 't1',
      method: 'POST',
      ended: 'client-rst',
      connection: { id: 3, requestNumber: 4, tls: { version: 'TLSv1.3', sni: null, alpn: null } },
      lab: { name: 'sequence', key: 'k', attempt: 2 },
      unmatched: true,
    });
    assert.deepEqual(
      toListView({
        ...exchange,
        response: { ...response, status: 201, fault: 'reset@3' },
        webSocket: { received: 2, sent: 3 },
        replayOf: 0,
        own: true,
        marked: true,
        note: '',
      }),
      {
        ...plain,
        id: 7,
        connection: '3.4',
        tls: 'TLSv1.3',
        method: 'POST',
        status: 201,
        ended: 'client-rst',
        fault: 'reset@3',
        bin: 't1',
        lab: 'sequence/k #2',
        messages: 5,
        again: 0,
        unmatched: true,
        own: true,
        marked: true,
        note: '',
      },
    );
  });

  it('says that the exchange is in progress, without what is not known', () => {
    const { status: _, ms: __, firstByte: ____, ...others } = plain;
    const ms = { body: null, firstByte: null, done: null };
    const pending = { ...others, pending: true };
    assert.deepEqual(toListView(createExchange({ ended: null, response: null, ms })), pending);
    // The status 0 is that of a fault before the head.
    assert.deepEqual(toListView(createExchange({ ended: null, response: { status: 0 }, ms })), pending);
    assert.equal(toListView(createExchange({ ms: { ...ms, done: 0 } })).ms, 0);
    assert.equal(toListView(createExchange({ ms: { ...ms, firstByte: 0 } })).firstByte, 0);
    const { host, ...withoutHost } = toListView(createExchange({ headers: [['Host', '']] }));
    const { host: ___, ...expected } = plain;
    assert.deepEqual([host, withoutHost], ['', expected]);
    assert.deepEqual(toListView(createExchange({ headers: [] })), expected);
    const tls = { version: null, sni: null, alpn: null };
    assert.equal(toListView(createExchange({ connection: { tls } })).tls, 'TLS');
  });

  it('has the first and the last characters of long texts', () => {
    const targetOf = (length: number) => {
      const digits = Array.from({ length }, (_, index) => index % 10).join('');
      return toListView(createExchange({ target: digits })).target;
    };
    assert.equal(targetOf(160), '0123456789'.repeat(16));
    const half = '0123456789'.repeat(8).slice(0, 79);
    assert.equal(targetOf(161), `${half}…${'2345678901'.repeat(8).slice(0, 79)}`);
    const long = 'x'.repeat(61);
    const { response, ...exchange } = createExchange({ headers: [['Host', long]] });
    assert.ok(response);
    const view = toListView({ ...exchange, response: { ...response, fault: long }, note: long });
    assert.deepEqual([view.host, view.fault, view.note], Array(3).fill(long.slice(1)));
  });

  it('has kind and size of both bodies', () => {
    const kindOf = (type: string | undefined, body: string | Uint8Array = 'abc') => {
      const parts: ExchangeParts = { headers: type === undefined ? [] : [['content-type', type]], body };
      const { sent } = toListView(createExchange(parts));
      const { answered } = toListView(createExchange({ response: parts }));
      assert.deepEqual(sent, answered);
      return sent;
    };
    for (const [type, kind] of [
      ['application/json', 'json'],
      ['Application/Vnd.GitHub+JSON ; charset=utf-8', 'json'],
      ['text/json', 'json'],
      ['application/jsonx', 'application/jsonx'],
      ['application/notjson', 'application/notjson'],
      ['application/x-www-form-urlencoded;a=b', 'form'],
      ['application/x-www-form-urlencodedx', 'application/x-www-form-urlenco'],
      ['x-application/x-www-form-urlencoded', 'x-application/x-www-form-urlen'],
      ['multipart/mixed; boundary=x', 'multipart'],
      ['x-multipart/mixed', 'x-multipart/mixed'],
      ['text/event-stream', 'events'],
      ['text/event-streams', 'text/event-streams'],
      ['x-text/event-stream', 'x-text/event-stream'],
      ['text/html', 'html'],
      ['text/htmlx', 'text/htmlx'],
      ['xtext/html', 'xtext/html'],
      ['application/xml', 'xml'],
      ['image/svg+xml', 'xml'],
      ['text/xmlx', 'text/xmlx'],
      ['text/plain', 'text'],
      ['text/plainx', 'text/plainx'],
      ['xtext/plain', 'xtext/plain'],
      ['application/octet-stream', 'binary'],
      ['application/octet-streams', 'application/octet-streams'],
      ['xapplication/octet-stream', 'xapplication/octet-stream'],
      ['image/png', 'image/png'],
      ['', ''],
      [undefined, ''],
      [';', ''],
    ] as const)
      assert.deepEqual(kindOf(type), { kind, size: 3 }, `${type}`);
    assert.equal(kindOf('text/plain', ''), undefined);
    assert.equal(kindOf('text/plain', 'a'.repeat(5000))?.size, 5000);
  });

  it('has the number of files of a form', () => {
    const part = (disposition: string) => `--x\r\n${disposition}\r\n\r\nfilename=\r\n`;
    const kindOf = (...dispositions: string[]) =>
      toListView(
        createExchange({
          headers: [['Content-Type', 'Multipart/Form-Data; boundary=x']],
          body: `${dispositions.map(part).join('')}--x--\r\n`,
        }),
      ).sent?.kind;
    const file = 'Content-Disposition: form-data; name="f"; filename="a"';
    assert.deepEqual(
      [
        kindOf(),
        kindOf('Content-Disposition: form-data; name="filename"'),
        kindOf('X-Content-Disposition: form-data; filename="a"'),
        kindOf(file),
        kindOf(
          "content-disposition:form-data; FILENAME*=utf-8''a",
          'Content-Disposition: form-data; name="a"',
        ),
        kindOf(file, file),
      ],
      ['multipart', 'multipart', 'multipart', '1 file', '1 file', '2 files'],
    );
  });
});

describe('the row of a connection without a valid request', () => {
  it('has its kind, its title and its code', () => {
    const { id, at, connection, client } = plain;
    const common = { id, at, connection, client };
    assert.deepEqual(
      toListView(createFailure('parser-error', 'x', 'syntax', '"x" in the method at byte 1'), ['X-A']),
      {
        ...common,
        kind: 'parser-error',
        code: 'syntax',
        target: '"x" in the method at byte 1',
      },
    );
    const unused = { ...createFailure('no-request'), own: true, status: 408 };
    assert.deepEqual(toListView(unused), {
      ...common,
      kind: 'no-request',
      target: 'Connection without a request',
      own: true,
      status: 408,
    });
  });
});

describe('the columns of headers', () => {
  it('have the first characters of the values, and null for an absent header', () => {
    const exchange = createExchange({
      headers: [
        ['X-A', '1'],
        ['x-a', '2'],
        ['X-Long', 'x'.repeat(61)],
        ['X-Empty', ''],
      ],
    });
    const { columns } = toListView(exchange, ['X-a', 'X-B', 'X-LONG', 'x-empty']);
    assert.deepEqual(columns, ['1, 2', null, 'x'.repeat(60), '']);
    assert.equal(toListView(exchange, []).columns, undefined);
  });

  it('are at most five names', () => {
    assert.deepEqual(parseColumns(undefined), []);
    assert.deepEqual(parseColumns(''), []);
    assert.deepEqual(parseColumns('X-A'), ['X-A']);
    assert.deepEqual(parseColumns(' a,b , c,d,e'), ['a', 'b', 'c', 'd', 'e']);
    const names = 'must be names of headers with commas between them';
    for (const [text, problem] of [
      ['a,b,c,d,e,f', 'must have at most 5 names'],
      ['a,', names],
      ['a b', names],
      ['a,b:c', names],
    ] as const)
      assert.throws(() => parseColumns(text), { name: 'InputError', member: 'columns', problem }, text);
  });
});
