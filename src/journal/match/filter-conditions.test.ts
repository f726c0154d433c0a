import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EntryMatch } from './exchange-match.ts';
import { CONDITION_NAMES, isConditionName, parseCondition } from './filter-conditions.ts';

const like = (pattern: string) => ({ like: pattern });
const likeInAnyCase = (pattern: string) => ({ like: pattern, ignore_case: true }) as const;

/** Each condition as it is written in a filter, with its match. */
const CASES: readonly (readonly [condition: string, match: EntryMatch])[] = [
  ['method:P*', { method: likeInAnyCase('P*') }],
  ['path:/a*', { path: like('/a*') }],
  ['target:/a?b', { target: like('/a?b') }],
  ['host:H', { host: likeInAnyCase('H') }],
  ['query:a', { query: { a: like('*') } }],
  ['query:a=', { query: { a: like('') } }],
  ['query:a=  b  c', { query: { a: like('b  c') } }],
  ['query:a=b  c', { query: { a: like('b  c') } }],
  ['query:a:b=c=d', { query: { 'a:b': like('c=d') } }],
  ['query:\u{1f600}=1', { query: { '\u{1f600}': like('1') } }],
  ['query:a=b\nc', { query: { a: like('b\nc') } }],
  ['status:404', { status: 404 }],
  ['status:100', { status: 100 }],
  ['status:999', { status: 999 }],
  ['status:9XX', { status: '9xx' }],
  ['status:>=400', { status_range: { minimum: 400 } }],
  ['header:x-a', { headers: { 'x-a': like('*') } }],
  ['header:x-a: b', { headers: { 'x-a': like('b') } }],
  ['header:x=b:c', { headers: { x: like('b:c') } }],
  ['body:a*', { body: { contains: 'a*' } }],
  ['text:a', { text: 'a' }],
  ['bin:t*', { bin: like('t*') }],
  ['fault:client-*', { fault: like('client-*') }],
  ['lab:limit/*', { lab: like('limit/*') }],
  ['rule:t1/*', { rule: like('t1/*') }],
  ['unmatched:true', { unmatched: true }],
  ['unmatched:false', { unmatched: false }],
  ['aborted:true', { aborted: true }],
  ['aborted:false', { aborted: false }],
  ['endpoint:/get', { endpoint: like('/get') }],
  ['protocol:http/*', { protocol: likeInAnyCase('http/*') }],
  ['connection:7', { connection_id: 7 }],
  [`connection:${'9'.repeat(15)}`, { connection_id: 999_999_999_999_999 }],
  ['since:0', { since: 0 }],
  ['type:JSON', { type: { has: 'json' } }],
  ['type:Text/*', { type: like('text/*') }],
  ['client:10.*', { client: like('10.*') }],
  ['is:sse', { state: 'sse' }],
  ['ms:5', { duration: { minimum: 5, maximum: 5 } }],
  ['ms:<=0.125', { duration: { maximum: 0.125 } }],
  [`ms:>${'9'.repeat(12)}`, { duration: { exclusiveMinimum: 999_999_999_999 } }],
  ['size:100', { size: { minimum: 100, maximum: 100 } }],
  ['size:>1k', { size: { exclusiveMinimum: 1024 } }],
  ['size:<1.5K', { size: { exclusiveMaximum: 1536 } }],
  ['sent:>=2M', { sent: { minimum: 2_097_152 } }],
  ['after:00:00', { time_of_day: { minimum: 0 } }],
  ['after:23:59', { time_of_day: { minimum: 86_340 } }],
  ['before:23:59:59.999', { time_of_day: { exclusiveMaximum: 86_399.999 } }],
  ['after:2026-11-21T14:00Z', { started: { minimum: Date.UTC(2026, 10, 21, 14) } }],
  ['before:2026-11-21T14:00:30Z', { started: { exclusiveMaximum: Date.UTC(2026, 10, 21, 14, 0, 30) } }],
];

const ONE_NAME = (form: string) => `must be NAME or NAME${form}VALUE`;
const STATUS = 'must be a status such as 404, a range such as >=400 or a class such as 5xx';
const MILLISECONDS = 'must be milliseconds such as 500 or a range such as >500';
const SIZE = 'must be bytes such as 100, a range such as >1k or one with the unit M';
const TIME =
  'must be a time of day such as 14:00, or a time such as 2026-11-21T14:00 or 2026-11-21T14:00:00Z';

const INVALID: readonly (readonly [condition: string, problem: string])[] = [
  [
    'path:/a?b',
    'must not have a query; the condition that compares it is target:/a?b, and %3F is a question mark in a path',
  ],
  ['query:', ONE_NAME('=')],
  ['query:=a', ONE_NAME('=')],
  ['header:', ONE_NAME(':')],
  ['header::a', ONE_NAME(':')],
  ['status:99', STATUS],
  ['status:1000', STATUS],
  ['status:0xx', STATUS],
  ['status:>', STATUS],
  ['unmatched:TRUE', 'must be true or false'],
  ['aborted:', 'must be true or false'],
  ['connection:1.5', 'must be the number of a connection'],
  [`since:${'9'.repeat(16)}`, 'must be the id of an entry'],
  [
    'is:markd',
    'must be one of pending, websocket, sse, again, fault, unmatched, own, marked (did you mean marked?)',
  ],
  ['is:x', 'must be one of pending, websocket, sse, again, fault, unmatched, own, marked'],
  ['ms:-1', MILLISECONDS],
  ['ms:1.', MILLISECONDS],
  ['ms:1.1234', MILLISECONDS],
  [`ms:${'9'.repeat(13)}`, MILLISECONDS],
  ['ms:1k', MILLISECONDS],
  ['size:k', SIZE],
  ['size:1kk', SIZE],
  ['sent:=>1', SIZE],
  ['after:24:00', TIME],
  ['after:23:60', TIME],
  ['after:23:59:60', TIME],
  ['after:1:00', TIME],
  ['after:x14:00', TIME],
  ['after:14:00x', TIME],
  ['before:2026', TIME],
  ['before:2026-13-01', TIME],
  ['before:x 2026-11-21', TIME],
  ['before:2026-11-21x', TIME],
];

function convert(condition: string): EntryMatch {
  const colon = condition.indexOf(':');
  const name = condition.slice(0, colon);
  assert.ok(isConditionName(name), name);
  return parseCondition(name, condition.slice(colon + 1));
}

it('each condition of a filter has a match', () => {
  for (const [condition, match] of CASES) assert.deepEqual(convert(condition), match, condition);
  const names = new Set(CASES.map(([condition]) => condition.split(':', 1)[0]));
  assert.deepEqual([...names], CONDITION_NAMES);
});

it('an invalid value of a condition is an error of its name', () => {
  for (const [condition, problem] of INVALID) {
    const [member] = condition.split(':', 1);
    assert.throws(() => convert(condition), { name: 'InputError', member, problem }, condition);
  }
});
