import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appliesToAll, buildRule, readRule } from './rule-fields.ts';

describe('the fields of a rule', () => {
  for (const rule of [
    { match: {}, respond: { status: 200 } },
    {
      match: { method: 'GET', path: '/v1/{id}', headers: { A: 'b: c' }, caller: { login: 'mona' } },
      respond: { status: '503:1,200:3', type: 'text/html', headers: [['A', 'b']], body: 'x' },
      bin: 't1',
      count: 2,
    },
    { match: {}, respond: { json: { id: 1 } }, id: 'one', priority: 5, note: 'Why', enabled: false },
    { match: {}, respond: { body: '{"a": 1}', type: 'application/json' } },
    { match: {}, respond: { base64: 'AAEC' }, probability: 0.25 },
    { match: {}, error: { status: 429, retry_after: 2, message: 'Slow down' }, count: 0 },
    { match: {}, fault: 'reset@headers' },
    { match: {}, delay: 1.5, count: 0, probability: 0.3 },
    { match: {}, delay: '0.2..0.8', count: 3 },
    { match: {}, delay: '200ms', count: 0, toxicity: 0.5 },
    { match: {}, dribble: '5,2' },
    { match: {}, pass: true },
    { match: {}, suspended: true, count: 0 },
  ])
    it(`describe the rule that they are made of: ${JSON.stringify(rule).slice(0, 90)}`, () => {
      const fields = readRule(rule);
      assert.ok(fields);
      assert.deepEqual(buildRule(fields), rule);
    });

  for (const rule of [
    { match: { method: ['GET', 'HEAD'] }, drop: true },
    { match: { path: { like: '/a*' } }, drop: true },
    { match: { query: { a: '1' } }, drop: true },
    { match: { headers: { A: 'b', C: 'd' } }, drop: true },
    { match: {}, respond: [{ status: 503 }, {}] },
    { match: {}, respond: { status: 200, delay: 1, coding: 'gzip' } },
    { match: {}, error: { status: 503 }, delay: 1 },
    { match: {}, respond: {}, probability: 0.5, count: 5 },
  ])
    it(`cannot show ${JSON.stringify(rule)}`, () => assert.equal(readRule(rule), undefined));

  it('leave out the defaults of a listed rule', () => {
    const listed = {
      match: {},
      drop: true,
      count: 1,
      priority: 0,
      enabled: true,
      probability: 1,
      toxicity: 1,
      required: false,
    };
    const fields = readRule(listed);
    assert.ok(fields);
    assert.deepEqual(buildRule(fields), { match: {}, drop: true });
  });

  it('tell whether a rule acts on every request', () => {
    assert.deepEqual([{}, { match: {} }, { match: {}, bin: null }].map(appliesToAll), [true, true, true]);
    assert.deepEqual(
      [undefined, { match: { path: '/' } }, { bin: 'a' }, { match: 'GET /' }].map(appliesToAll),
      [false, false, false, false],
    );
  });
});
