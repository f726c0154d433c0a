import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from '#http/message/validation.ts';
import { createExchange, createFailure } from '#test/support/recorded-exchange.ts';
import { ENDINGS } from '../recording/ending-kinds.ts';
import type { JournalEntry } from '../recording/record.ts';
import { EntryView } from './entry-schema.ts';
import { toEntrySummary, toEntryView } from './json-view.ts';

/** The view after its way over the network. */
function view(entry: JournalEntry) {
  const json = JSON.parse(JSON.stringify(toEntryView(entry)));
  assert.deepEqual(findViolations(EntryView, json), []);
  return json;
}

describe('an entry as JSON', () => {
  it('has all members of an exchange', () => {
    const exchange = createExchange({
      id: 5,
      bin: 't1',
      headers: [
        ['X-a', '1'],
        ['X-A', '2'],
      ],
      body: 'grüße',
      keep: 3,
      response: { status: 201, body: Buffer.of(0xff) },
      endpoint: '/get',
    });
    const { request, response } = exchange;
    assert.deepEqual(view(exchange), {
      id: 5,
      kind: 'exchange',
      bin: 't1',
      service: 'testing',
      startedAt: '2026-11-22T12:00:00.000Z',
      ms: { body: 1, firstByte: 2, done: 3 },
      connection: {
        id: 1,
        requestNumber: 1,
        stream: null,
        remote: '127.0.0.1:50000',
        protocol: 'HTTP/1.1',
        tls: null,
      },
      request: {
        method: 'GET',
        target: '/get',
        path: '/get',
        query: [],
        headers: [
          ['X-a', '1'],
          ['X-A', '2'],
        ],
        trailers: [],
        // The limit is inside of a character.
        body: { length: 7, sha256: request.body.sha256, kept: 3, truncated: true, text: 'gr' },
        expect: null,
        aborted: false,
      },
      response: {
        informational: [],
        status: 201,
        reason: 'OK',
        headers: [],
        trailers: [],
        body: { length: 1, sha256: response?.body.sha256, kept: 1, truncated: false },
        fault: null,
      },
      ended: 'answered',
      endpoint: '/get',
      webSocket: null,
      replayOf: null,
      lab: null,
      rules: [],
      unmatched: false,
      own: false,
      marked: false,
      note: null,
    });
  });

  it('has null for what did not happen, and what only some exchanges have', () => {
    const plain = view(createExchange());
    const ms = { body: null, firstByte: null, done: null };
    assert.deepEqual(view(createExchange({ response: null, ended: null, aborted: true, ms })), {
      ...plain,
      ms,
      request: { ...plain.request, aborted: true },
      response: null,
      ended: null,
    });
    const exchange = createExchange({
      trailers: [['T', '1']],
      connection: { tls: { version: 'TLSv1.3', sni: null, alpn: 'h2' }, stream: 1, protocol: 'HTTP/2' },
    });
    const { request, response } = exchange;
    const expectation = { firstBodyByte: 1.5, bytesBeforeContinue: null };
    const others = {
      webSocket: { received: 1, sent: 2 },
      replayOf: 3,
      lab: { name: 'sequence', key: 'k', attempt: 2 },
    };
    assert.deepEqual(
      view({
        ...exchange,
        ...others,
        request: { ...request, expect: '100-continue', expectation },
        response: response && {
          ...response,
          informational: [{ status: 103, headers: [['Link', '</a>']] }],
          trailers: [['U', '2']],
          fault: 'reset@3',
        },
      }),
      {
        ...plain,
        ...others,
        connection: {
          ...plain.connection,
          tls: { version: 'TLSv1.3', sni: null, alpn: 'h2' },
          stream: 1,
          protocol: 'HTTP/2',
        },
        request: { ...plain.request, trailers: [['T', '1']], expect: '100-continue', expectation },
        response: {
          ...plain.response,
          informational: [{ status: 103, headers: [['Link', '</a>']] }],
          trailers: [['U', '2']],
          fault: 'reset@3',
        },
      },
    );
  });

  it('has no text of bodies in a summary', () => {
    const exchange = createExchange({ body: 'abc', response: { body: 'de' } });
    const { request, response, ...rest } = view(exchange);
    const { text: _, ...body } = request.body;
    const { text: __, ...content } = response.body;
    assert.deepEqual([body.length, content.length], [3, 2]);
    assert.deepEqual(toEntrySummary(exchange), {
      ...rest,
      request: { ...request, body },
      response: { ...response, body: content },
    });
    const failure = createFailure('tls-error');
    assert.deepEqual(toEntrySummary(failure), toEntryView(failure));
    assert.equal(Reflect.get(toEntrySummary(createExchange({ response: null })), 'response'), null);
  });

  it('has the received head, pseudo-fields and chunks, and a summary only pseudo-fields', () => {
    const exchange = createExchange();
    const received = {
      rawHead: 'GET /get HTTP/1.1\r\nHost:  \xe9 \r\n\r\n',
      pseudoFields: [[':method', 'GET']] as const,
      chunks: { count: 3, sizes: [1, 2, 3], extensions: [{ chunk: 1, text: ';a' }] },
    };
    const entry = { ...exchange, request: { ...exchange.request, ...received } };
    const { rawHead, pseudoFields, chunks } = view(entry).request;
    assert.deepEqual({ rawHead, pseudoFields, chunks }, received);
    const plain = { count: 0, sizes: [], extensions: [] };
    const without = { ...exchange, request: { ...exchange.request, chunks: plain } };
    assert.deepEqual(view(without).request.chunks, { count: 0, sizes: [] });
    const summary = JSON.parse(JSON.stringify(toEntrySummary(entry)));
    assert.deepEqual(findViolations(EntryView, summary), []);
    assert.deepEqual(summary.request, {
      ...view(exchange).request,
      pseudoFields,
      body: summary.request.body,
    });
  });

  it('has each protocol and each ending', () => {
    for (const protocol of ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] as const)
      for (const ended of ENDINGS) {
        const { connection, ended: seen } = view(createExchange({ ended, connection: { protocol } }));
        assert.deepEqual([connection.protocol, seen], [protocol, ended]);
      }
    for (const kind of ['parser-error', 'tls-error', 'no-request'] as const)
      assert.equal(view(createFailure(kind)).kind, kind);
  });

  it('has the bytes of a rejected request', () => {
    assert.deepEqual(
      view(createFailure('parser-error', 'NOPE\xff', 'syntax', '0xFF in the method at byte 4')),
      {
        id: 1,
        kind: 'parser-error',
        title: '0xFF in the method at byte 4',
        startedAt: '2026-11-22T12:00:00.000Z',
        connection: { id: 1, requestNumber: 1, remote: '127.0.0.1:50000', tls: null },
        code: 'syntax',
        message: '0xFF in the method at byte 4',
        status: null,
        own: false,
        raw: 'Tk9QRf8=',
      },
    );
  });
});
