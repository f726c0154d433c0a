import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from '#http/message/validation.ts';
import { ENDINGS } from '#journal/recording/record.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { type AttemptStart, joinHead } from './attempt.ts';
import { AttemptLog } from './attempt-log.ts';
import { KeyView, viewKey } from './attempt-view.ts';
import { toRecord } from './local-keys.ts';

const request = { protocol: 'HTTP/2', connection: 4, stream: 3 } as const;

const start: AttemptStart = {
  time: Date.UTC(2026, 0, 2),
  at: 1_000_000,
  recording: recordingOf(request),
  head: joinHead('/sequence/k?a', ['Idempotency-Key', 'x', 'A', '']),
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
    const log = new AttemptLog({ attempts: 10, heads: 1000 });
    const value = { view: () => ({ next: 5 }), begin: () => ({ result: undefined }) };
    const view = () => viewKey(toRecord({ lab: 'sequence', key: 'k', log, value }));
    Object.assign(log.add(start), { step: 2, caller: 'c', details: { replayed: true } });
    const recording = recordingOf({
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
    });
    log.settle(log.add({ ...start, at: 1_001_500, recording }));
    const { attempts, ...rest } = view();
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
    log.forgetHeads();
    const [first] = view().attempts;
    assert.deepEqual([first?.target, first?.headers], [null, null]);
    assert.deepEqual(view().summary.idempotencyKeys, []);
  });

  it('is of its schema for each protocol and each ending', () => {
    for (const protocol of ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] as const)
      for (const ended of ENDINGS) {
        const log = new AttemptLog({ attempts: 1, heads: 1000 });
        log.add({ ...start, recording: recordingOf({ protocol, ended }) });
        const { count, ended: ends, attempts } = log;
        const view = viewKey({ lab: 'sequence', key: 'k', view: {}, count, ended: ends, attempts });
        assert.deepEqual(findViolations(KeyView, view), [], `${protocol} ${ended}`);
        assert.deepEqual([view.attempts[0]?.protocol, view.attempts[0]?.endedBy], [protocol, ended]);
      }
  });

  it('has times of RFC 3339', () => {
    const log = new AttemptLog({ attempts: 1, heads: 1000 });
    log.add(start);
    const view = viewKey({ lab: 'sequence', key: 'k', view: {}, count: 1, ended: 0, attempts: log.attempts });
    const attempts = view.attempts.map((attempt) => ({ ...attempt, time: '2026-01-02' }));
    assert.deepEqual(
      findViolations(KeyView, { ...view, attempts }).map(({ path, keyword }) => [path.join('/'), keyword]),
      [['attempts/0/time', 'format']],
    );
  });
});
