import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutageLog } from './outage-log.ts';

function open() {
  const clock = { now: 0 };
  const lines: string[] = [];
  const log = createOutageLog((line) => lines.push(line), { monotonic: () => clock.now });
  return { log, clock, lines };
}

const refused = new Error('connect ECONNREFUSED');

test('an outage is one line at its start, and one with the counts at its end', () => {
  const { log, clock, lines } = open();
  log.succeeded(true);
  assert.equal(log.isOpen, false);
  for (let second = 0; second < 30; second++) {
    clock.now += 1000;
    log.failed('connection', refused);
  }
  log.failed('timeout', new Error('canceled'));
  assert.equal(log.isOpen, true);
  clock.now += 1000;
  log.succeeded(false);
  assert.equal(log.isOpen, false);
  log.succeeded(false);
  assert.deepEqual(lines, [
    'The database is not available (no connection: connect ECONNREFUSED). Requests that need it get 503.',
    'The database is available again after 30 s. 31 operations failed: 30 × no connection, 1 × time-out.',
  ]);
});

test('operations that succeed between others that fail do not end an outage', () => {
  for (const [kind, quiet] of [
    ['connection', 1000],
    ['timeout', 10_000],
  ] as const) {
    const { log, clock, lines } = open();
    for (let count = 0; count < 10; count++) {
      log.failed(kind, refused);
      clock.now += quiet - 1;
      log.succeeded(true);
    }
    assert.equal(lines.length, 1, kind);
    clock.now += 1;
    log.succeeded(true);
    assert.equal(lines.length, 2, kind);
  }
});

test('a read does not end an outage of writes', () => {
  const { log, clock, lines } = open();
  log.failed('full', new Error('database or disk is full'));
  clock.now += 60_000;
  log.succeeded(false);
  assert.equal(log.isOpen, true);
  log.succeeded(true);
  assert.match(String(lines[1]), /after 60 s\. 1 operation failed: 1 × no space\.$/);
});

test('nothing is reported after the store is closed', () => {
  const { log, lines } = open();
  log.close();
  log.failed('connection', refused);
  assert.deepEqual(lines, []);
});
