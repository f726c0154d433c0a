import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, createFailure } from '../../test/support/recorded-exchange.ts';
import { findViolations } from '../http/validation.ts';
import { EntryView, toEntryView } from './json-view.ts';
import type { JournalEntry } from './record.ts';

/** The view after its way over the network. */
function view(entry: JournalEntry): unknown {
  const json: unknown = JSON.parse(JSON.stringify(toEntryView(entry)));
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
    });
  });

  it('has null for what did not happen', () => {
    assert.ok(
      view(createExchange({ response: null, ended: null, ms: { body: null, firstByte: null, done: null } })),
    );
    assert.ok(
      view({
        ...createExchange({
          connection: { tls: { version: 'TLSv1.3', sni: null, alpn: 'h2' }, stream: 1, protocol: 'HTTP/2' },
        }),
        webSocket: { received: 1, sent: 2 },
        replayOf: 3,
        lab: { name: 'sequence', key: 'k', attempt: 2 },
      }),
    );
  });

  it('has the bytes of a rejected request', () => {
    assert.deepEqual(view(createFailure('parser-error', 'NOPE\xff', 'HPE_INVALID_METHOD')), {
      id: 1,
      kind: 'parser-error',
      startedAt: '2026-11-22T12:00:00.000Z',
      connection: { id: 1, requestNumber: 1, remote: '127.0.0.1:50000', tls: null },
      code: 'HPE_INVALID_METHOD',
      raw: 'Tk9QRf8=',
    });
  });
});
