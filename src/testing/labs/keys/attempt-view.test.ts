import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from '#http/message/validation.ts';
import { ENDINGS } from '#journal/recording/ending-kinds.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { joinHead } from './attempt-log.ts';
import { type KeyRecord, KeyView, viewKey } from './attempt-view.ts';

const request = { protocol: 'HTTP/2', connection: 4, stream: 3 } as const;

const attempt = {
  n: 1,
  time: Date.UTC(2026, 0, 2),
  gap: null,
  head: 0,
  step: 2,
  caller: 'c',
  details: { replayed: true },
  exchange: recordingOf(request).summarize(),
};

const RECORD: KeyRecord = {
  lab: 'sequence',
  key: 'k',
  view: { next: 5 },
  count: 1,
  ended: 0,
  heads: [joinHead('/sequence/k?a', ['Idempotency-Key', 'x', 'A', ''])],
  attempts: [attempt],
};

const common = { n: 1, step: 2, time: '2026-01-02T00:00:00.000Z', sincePrevious: null, method: 'POST' };
const head = {
  target: '/sequence/k?a',
  protocol: 'HTTP/2',
  connection: 4,
  stream: 3,
  reused: false,
  headers: [
    ['Idempotency-Key', 'x'],
    ['A', ''],
  ],
};

describe('the read-back of a key', () => {
  it('has each member of its attempts, also of one in progress', () => {
    const exchange = recordingOf({
      ...request,
      stream: null,
      isReused: true,
      bodyLength: 2,
      bodyDigest: '\x01\xfe',
      isBodyComplete: true,
      status: 503,
      fault: 'reset',
      bytesSent: 7,
      firstByte: 1250,
      done: 2000,
      ended: 'answered',
      expectation: { firstBodyByte: 2.5, bytesBeforeContinue: 3 },
    }).summarize();
    const undecided = { step: null, caller: null, details: undefined };
    const later = { ...attempt, ...undecided, n: 2, gap: 1500, exchange };
    const { attempts, ...rest } = viewKey({ ...RECORD, count: 2, attempts: [attempt, later] });
    assert.deepEqual(attempts, [
      {
        ...common,
        ...head,
        caller: 'c',
        replayed: true,
        endedBy: null,
        body: { length: 0, sha256: null, complete: false },
        status: null,
        fault: null,
        bytesSent: 0,
        ms: { firstByte: null, done: null },
      },
      {
        ...common,
        n: 2,
        step: null,
        sincePrevious: 1.5,
        ...head,
        reused: true,
        stream: null,
        caller: null,
        body: { length: 2, sha256: '01fe', complete: true },
        status: 503,
        fault: 'reset',
        bytesSent: 7,
        ms: { firstByte: 1.25, done: 2 },
        endedBy: 'answered',
        expectation: { firstBodyByte: 2.5, bytesBeforeContinue: 3 },
      },
    ]);
    assert.deepEqual(rest, {
      key: 'k',
      next: 5,
      summary: { count: 2, bodyDigests: 1, idempotencyKeys: ['x'], gaps: [1.5] },
    });
    const forgotten = viewKey({ ...RECORD, attempts: [{ ...attempt, head: null }] });
    assert.deepEqual([forgotten.attempts[0]?.target, forgotten.attempts[0]?.headers], [null, null]);
    assert.deepEqual(forgotten.summary.idempotencyKeys, []);
  });

  it('is of its schema for each protocol and each ending', () => {
    for (const protocol of ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] as const)
      for (const ended of ENDINGS) {
        const exchange = recordingOf({ protocol, ended }).summarize();
        const view = viewKey({ ...RECORD, attempts: [{ ...attempt, exchange }] });
        assert.deepEqual(findViolations(KeyView, view), [], `${protocol} ${ended}`);
        assert.deepEqual([view.attempts[0]?.protocol, view.attempts[0]?.endedBy], [protocol, ended]);
      }
  });

  it('has times of RFC 3339', () => {
    const view = viewKey(RECORD);
    const attempts = view.attempts.map((each) => ({ ...each, time: '2026-01-02' }));
    assert.deepEqual(
      findViolations(KeyView, { ...view, attempts }).map(({ path, keyword }) => [path.join('/'), keyword]),
      [['attempts/0/time', 'format']],
    );
  });
});
