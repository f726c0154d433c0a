import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange, createFailure } from '#test/support/recorded-exchange.ts';
import type { JournalEntry, RecordedExchange } from '../recording/record.ts';
import { type EntryConditions, entryTests, faultsOf, typesOf } from './entry-conditions.ts';

const failure = createFailure('no-request');

function exchange(parts: Partial<RecordedExchange> = {}): RecordedExchange {
  return { ...createExchange(), ...parts };
}

function respond(parts: Partial<NonNullable<RecordedExchange['response']>>): RecordedExchange {
  const { response, ...others } = createExchange();
  assert.ok(response);
  return { ...others, response: { ...response, ...parts } };
}

const at = (hours: number, minutes = 0, seconds = 0, milliseconds = 0) =>
  exchange({ startedAt: new Date(2026, 10, 21, hours, minutes, seconds, milliseconds).getTime() });

const from = (remote: string) => ({ ...failure, connection: { ...failure.connection, remote } });

const bytes = (length: number) => createExchange({ body: 'x'.repeat(length) });

const answered = (length: number) => createExchange({ response: { body: 'x'.repeat(length) } });

const ofType = (type: string) => createExchange({ headers: [['content-type', type]] });

/** Each condition with its name, and with entries that meet it and that do not. */
const CASES: readonly (readonly [
  match: EntryConditions,
  name: string,
  yes: readonly JournalEntry[],
  no: readonly JournalEntry[],
])[] = [
  [
    { fault: { like: '*' } },
    'fault a text like *',
    [createFailure('tls-error'), exchange({ ended: 'server-rst' }), respond({ fault: 'truncate' })],
    [exchange(), exchange({ ended: null, response: null }), failure],
  ],
  [
    { aborted: true },
    'aborted true',
    [createExchange({ aborted: true })],
    [createExchange({ aborted: false }), failure],
  ],
  [
    { aborted: false },
    'aborted false',
    [createExchange({ aborted: false })],
    [createExchange({ aborted: true }), failure],
  ],
  [
    { connection_id: 2 },
    'connection 2',
    [createExchange({ connection: { id: 2 } }), { ...failure, connection: { ...failure.connection, id: 2 } }],
    [exchange(), failure],
  ],
  [{ since: 1 }, 'since 1', [exchange({ id: 2 }), { ...failure, id: 2 }], [exchange({ id: 1 }), failure]],
  [
    { status_range: { maximum: 200 } },
    'status <=200',
    [respond({ status: 1 }), respond({ status: 200 })],
    [respond({ status: 201 }), respond({ status: 0 }), exchange({ response: null }), failure],
  ],
  [
    { duration: { maximum: 3 } },
    'ms <=3',
    [exchange(), exchange({ ms: { body: 0, firstByte: 0, done: 0 } })],
    [exchange({ ms: { body: 0, firstByte: 0, done: 3.001 } }), failure],
  ],
  [
    { duration: { minimum: 0 } },
    'ms >=0',
    [exchange()],
    [exchange({ ms: { body: 0, firstByte: 0, done: null } })],
  ],
  [
    { size: { exclusiveMinimum: 2, maximum: 4 } },
    'size >2 <=4',
    [answered(3), answered(4)],
    [answered(2), answered(5), bytes(3)],
  ],
  [{ size: { minimum: 0 } }, 'size >=0', [answered(0)], [exchange({ response: null }), failure]],
  [{ sent: { minimum: 3, maximum: 3 } }, 'sent 3', [bytes(3)], [bytes(2), bytes(4), answered(3), failure]],
  [
    { type: 'text/plain' },
    'type text/plain',
    [
      ofType('Text/Plain ;charset=utf-8;a=b'),
      createExchange({ response: { headers: [['Content-Type', 'text/plain']] } }),
    ],
    [ofType('text/plainx'), exchange({ response: null }), failure],
  ],
  [
    { client: '10.0.0.1' },
    'client 10.0.0.1',
    [from('10.0.0.1:80'), createExchange({ connection: { remote: '10.0.0.1:81' } })],
    [from('10.0.0.10:80'), from('')],
  ],
  [{ client: '::1' }, 'client ::1', [from('[::1]:80')], [from('127.0.0.1:80')]],
  [{ client: '[::1]' }, 'client [::1]', [from('[::1]:80')], []],
  [{ client: '[::1]:80' }, 'client [::1]:80', [from('[::1]:80')], [from('[::1]:81')]],
  [{ client: { like: '*[*' } }, 'client a text like *[*', [from('[::1]:80')], [from('127.0.0.1:80')]],
  [{ state: 'pending' }, 'is pending', [exchange({ ended: null })], [exchange(), failure]],
  [
    { state: 'websocket' },
    'is websocket',
    [exchange({ webSocket: { received: 0, sent: 0 } })],
    [exchange(), failure],
  ],
  [
    { state: 'sse' },
    'is sse',
    [createExchange({ response: { headers: [['Content-Type', 'text/event-stream']] } })],
    [ofType('text/event-streams'), failure],
  ],
  [{ state: 'again' }, 'is again', [exchange({ replayOf: 0 })], [exchange(), failure]],
  [
    { state: 'fault' },
    'is fault',
    [exchange({ ended: 'client-fin' }), createFailure('parser-error'), createFailure('tls-error')],
    [exchange(), failure],
  ],
  [{ state: 'unmatched' }, 'is unmatched', [exchange({ unmatched: true })], [exchange(), failure]],
  [{ state: 'own' }, 'is own', [exchange({ own: true }), { ...failure, own: true }], [exchange(), failure]],
  [{ state: 'marked' }, 'is marked', [exchange({ marked: true })], [exchange(), failure]],
  [
    { started: { minimum: 1000, exclusiveMaximum: 2000 } },
    'started >=1000 <2000',
    [exchange({ startedAt: 1000 }), exchange({ startedAt: 1999 }), { ...failure, startedAt: 1000 }],
    [exchange({ startedAt: 999 }), exchange({ startedAt: 2000 })],
  ],
  [
    { time_of_day: { minimum: 36_061.5, maximum: 36_061.5 } },
    'time of day 36061.5',
    [at(10, 1, 1, 500)],
    [at(10, 1, 1), at(10, 1, 0, 500), at(10, 0, 1, 500), at(11, 1, 1, 500)],
  ],
];

describe('the conditions for entries', () => {
  it('hold for some entries, and have names', () => {
    for (const [match, name, yes, no] of CASES) {
      const [condition, ...others] = entryTests(match);
      assert.ok(condition && others.length === 0, name);
      assert.equal(condition.name, name);
      const test = (entry: JournalEntry) => condition.test(entry);
      assert.deepEqual([yes.map(test), no.map(test)], [yes.map(() => true), no.map(() => false)], name);
    }
  });

  it('are tested and named one by one', () => {
    assert.deepEqual(entryTests({}), []);
    const tests = entryTests({
      text: 'a',
      since: 1,
      size: { minimum: 1, exclusiveMaximum: 2 },
      state: 'own',
    });
    assert.deepEqual(
      tests.map(({ name }) => name),
      ['text a text with a in any case', 'since 1', 'size >=1 <2', 'is own'],
    );
  });

  it('search each text of an entry, in any case', () => {
    const isFound = (entry: JournalEntry, text: string) =>
      entryTests({ text }).every(({ test }) => test(entry));
    const entry = {
      ...createExchange({
        method: 'PUT',
        target: '/a%20b',
        headers: [['X-Sent', 'one']],
        body: 'a body',
        response: { status: 201, reason: 'Done', headers: [['X-Answer', 'two']], body: 'content' },
      }),
      note: 'A note',
    };
    for (const text of [
      'PUT /a%20b',
      '/A B',
      'x-sent: one',
      'a note',
      'A BODY',
      '201 done',
      'CONTENT',
      'x-answer: TWO',
    ])
      assert.equal(isFound(entry, text), true, text);
    for (const text of ['put/a', 'localhost', 'one: x-sent', 'undefined', 'null'])
      assert.equal(isFound(entry, text), false, text);
    const typed = (charset: string, body: Uint8Array) => ({
      headers: [['Content-Type', `text/plain; charset=${charset}`] as const],
      body,
    });
    for (const message of [typed('iso-8859-1', Buffer.of(0xe9)), typed('utf-16le', Buffer.of(0xe9, 0))]) {
      assert.equal(isFound(createExchange(message), 'é'), true);
      assert.equal(isFound(createExchange({ response: message }), 'é'), true);
    }
    const binary = createExchange({ body: Buffer.of(0xff), response: null });
    assert.deepEqual(
      ['', 'GET /get', 'undefined', 'null', '200', '\xff'].map((text) => isFound(binary, text)),
      [true, true, false, false, false, false],
    );
    const rejected = createFailure('parser-error', 'NOPE \xe9', 'syntax');
    for (const text of ['parser-', 'was rejected', 'nope \xc9', 'syntax'])
      assert.equal(isFound(rejected, text), true, text);
    assert.equal(isFound(createFailure('no-request'), 'null'), false);
  });
});

it('the faults of an entry are that of its response, and its end unless it is answered', () => {
  for (const [entry, faults] of [
    [exchange(), []],
    [exchange({ response: null }), []],
    [exchange({ ended: null }), []],
    [exchange({ ended: 'client-rst', response: null }), ['client-rst']],
    [{ ...respond({ fault: 'truncate@5' }), ended: 'server-rst' }, ['truncate@5', 'server-rst']],
    [failure, []],
    [createFailure('tls-error'), ['tls-error']],
  ] as const)
    assert.deepEqual(faultsOf(entry), faults);
});

it('the types of an entry are those of both messages', () => {
  const headers = [['Content-Type', ' Text/HTML ; charset=utf-8']] as const;
  assert.deepEqual(typesOf(createExchange({ headers, response: { headers } })), ['text/html', 'text/html']);
  assert.deepEqual(typesOf(createExchange({ headers, response: null })), ['text/html']);
  assert.deepEqual(typesOf(exchange()), []);
  assert.deepEqual(typesOf(failure), []);
});
