import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchange } from '#test/support/recorded-exchange.ts';
import { createRedaction, NO_REDACTION } from '../views/redaction.ts';
import type { ExchangeMatch as Match } from './exchange-match.ts';
import { parseFilter } from './filter.ts';
import { createMatchReport, describeReport, formatRoughDuration } from './near-miss.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

const match: Match = {
  method: 'POST',
  path: '/users',
  headers: { 'Idempotency-Key': { like: '*' } },
  body: { json: { name: 'Mona' } },
  bin: 't1',
};

const key = [['Idempotency-Key', 'k']] as const;

const exchanges = [
  createExchange({ id: 39, bin: 't1', target: '/get' }),
  createExchange({ id: 40, bin: 't1', target: '/users/5', headers: key, body: '{"name":"Mona"}' }),
  createExchange({
    id: 41,
    bin: 't1',
    method: 'POST',
    target: '/bin/t1/users',
    headers: [],
    body: '{"name":"mona","age":5}',
    startedAt: NOW - 12,
  }),
  createExchange({
    id: 42,
    bin: 't2',
    method: 'POST',
    target: '/users',
    headers: key,
    body: '{"name":"Mona"}',
  }),
];

const report = (match: Match, input = exchanges) => createMatchReport(match, input, NO_REDACTION);
const text = (match: Match, input = exchanges) =>
  describeReport(report(match, input), 'Waited 2 s for', '1', NOW);

const toReported = (id: number) => ({
  id,
  bin: null,
  method: 'GET',
  target: `/${id}`,
  path: `/${id}`,
  startedAt: NOW,
});

describe('incomplete requests', () => {
  it('are counted, and the latest ten are named', () => {
    const incomplete = Array.from({ length: 11 }, (_, index) => toReported(index + 1));
    const described = (count: number) =>
      describeReport({ ...report({}, []), incomplete: incomplete.slice(0, count) }, 'Expected', '1', NOW);
    assert.match(described(1), /0 of 1 came, 1 is incomplete; .*\nIn progress, #1: GET \/1$/);
    const lines = described(11).split('\n');
    assert.match(lines[0] ?? '', /, 11 are incomplete; /);
    assert.deepEqual(
      lines.slice(1),
      incomplete.slice(1).map(({ id }) => `In progress, #${id}: GET /${id}`),
    );
  });
});

describe('the nearest requests', () => {
  it('are named with the parts that differ', () => {
    assert.equal(
      text(match),
      [
        'Waited 2 s for POST /users with header Idempotency-Key. 0 of 1 came; 3 requests arrived in bin "t1".',
        'Nearest, #41, 12 ms ago: POST /users',
        '  header Idempotency-Key: absent',
        '  body .name: expected "Mona", got "mona"',
        'Next, #40: GET /users/5   method: expected POST, got GET',
        'Next, #39: GET /get   method: expected POST, got GET',
      ].join('\n'),
    );
  });

  it('name the conditions of a filter as they are written', () => {
    for (const [filter, part] of [
      ['ms:>500', 'ms >500'],
      ['ms:<2', 'ms <2'],
      ['size:>=1k', 'size >=1024'],
      ['sent:7', 'sent 7'],
      ['is:pending', 'is pending'],
    ] as const) {
      const found = text(parseFilter(filter));
      assert.match(found, new RegExp(`^Waited 2 s for a request with ${part}\\. `), filter);
      assert.match(found, new RegExp(`^  ${part}: does not hold$`, 'm'), filter);
    }
  });

  it('say how long ago they arrived', () => {
    for (const [milliseconds, time] of [
      [0, '0 ms'],
      [999, '999 ms'],
      [1000, '1 s'],
      [1050, '1.1 s'],
      [61_000, '61 s'],
    ] as const)
      assert.equal(formatRoughDuration(milliseconds), time);
  });

  it('have scores from 0 to 1 by the weights of the parts', () => {
    const { nearest, matched, arrived } = report(match);
    assert.deepEqual([matched, arrived], [0, 3]);
    assert.deepEqual(
      nearest.map(({ request: { id }, score }) => [id, score]),
      // A part of the weight of 8: all but the header and the body; the header, the body, the bin and a third of the path.
      [
        [41, 0.625],
        [40, 0.625],
        [39, 0.125],
      ],
    );
  });

  it('are not those of other bins when the bin has none', () => {
    assert.match(
      text({ ...match, bin: 't3' }),
      /^Waited 2 s for POST .* 0 of 1 came; no request arrived in bin "t3"\. Other bins have \d+\.$/,
    );
  });

  it('are not named when nothing arrived', () => {
    assert.equal(text({ method: 'GET' }, []), 'Waited 2 s for GET. 0 of 1 came; no request arrived.');
    assert.equal(
      text({ query: { page: '1' }, status: 500, bin: { absent: true } }, []),
      'Waited 2 s for a request with query page and status 500. 0 of 1 came; no request arrived without a bin.',
    );
  });

  it('do not include requests that match', () => {
    const { matched, nearest } = report({ method: 'POST' });
    assert.equal(matched, 2);
    assert.deepEqual(
      nearest.map(({ request }) => request.id),
      [40, 39],
    );
  });

  it('have a line for each kind of part', () => {
    const input = [
      createExchange({
        target: '/get?page=1',
        response: { status: 404 },
        endpoint: '/get',
        body: Buffer.of(0xff),
      }),
    ];
    const lines = (match: Match) => text(match, input).split('\n').slice(2);
    assert.deepEqual(lines({ path: { like: '/x*' }, query: { page: '2', q: 'a' }, status: '5xx' }), [
      '  path: expected a text like /x*, got /get',
      '  query page: expected "2", got "1"',
      '  query q: absent',
      '  status: expected 5xx, got 404',
    ]);
    assert.deepEqual(
      lines({ headers: { host: { absent: true } }, protocol: 'HTTP/2', connection: 'reused' }),
      [
        '  header host: expected none, got "localhost:8080"',
        '  protocol: expected HTTP/2, got HTTP/1.1',
        '  connection: expected reused, got new',
      ],
    );
    assert.deepEqual(lines({ body: 'abc', endpoint: { has: 'post' } }), [
      '  body: expected "abc", got 1 bytes that are not UTF-8',
      '  endpoint: expected a text with post, got /get',
    ]);
    assert.deepEqual(lines({ url: 'x', target: 'y' }), [
      '  url: expected x, got http://localhost:8080/get?page=1',
      '  target: expected y, got /get?page=1',
    ]);
    assert.deepEqual(
      text({ body: { json: { a: 1 } } }, [createExchange({ body: '{"a":1}', keep: 3 })]).split('\n')[2],
      '  body: expected JSON, got 7 bytes, of which the journal has 3 (journalBodySize)',
    );
    assert.deepEqual(
      text({ body: { contains: 'x' } }, [createExchange()]).split('\n')[2],
      '  body: expected "x" in it, got no body',
    );
  });

  it('are limited in number and length', () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, 1]));
    const input = Array.from({ length: 50 }, (_, id) =>
      createExchange({
        id,
        target: `/${'x'.repeat(10_000)}`,
        body: JSON.stringify({ a: 'y'.repeat(10_000) }),
      }),
    );
    const shown = text({ path: '/'.repeat(8000), body: { json: { ...wide, a: '' } } }, input);
    assert.equal(shown.split('\n').length, 1 + 1 + 21 + 2);
    assert.ok(shown.length < 5000, `${shown.length}`);
  });

  it('do not show credentials', () => {
    const redaction = createRedaction({ salt: Buffer.from('salt') });
    const secret = 'correct-horse-battery';
    const input = [
      createExchange({
        target: `/get?access_token=${secret}`,
        headers: [['Authorization', `Bearer ${secret}`]],
        body: `{"password":"${secret}","note":"${secret}"}`,
      }),
    ];
    for (const match of [
      { headers: { authorization: 'Bearer other-secret-value' } },
      { query: { access_token: 'other-secret-value' } },
      { body: { json: { password: 'other-secret-value' } } },
      { body: 'x' },
      { target: 'x' },
      { url: 'x' },
    ] as const) {
      const shown = describeReport(createMatchReport(match, input, redaction), 'Expected', '1', NOW);
      assert.ok(!shown.includes(secret), shown);
      assert.ok(!shown.includes('other-secret-value'), shown);
    }
  });
});
