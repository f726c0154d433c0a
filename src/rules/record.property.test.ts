import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findUnsafeInteger } from '#http/syntax/unsafe-integer.ts';
import { compileMatch } from '#journal/match/exchange-match.ts';
import { addRule } from '#test/support/rules.ts';
import { serve } from '#test/support/servers/serve.ts';
import type { WireRequest } from '#test/support/wire/wire.ts';
import type { RuleMatch } from './rule.ts';

const word = fc.constantFrom('a', 'A', 'b', '1', '');
const text = fc.oneof(
  word,
  fc.constantFrom({ like: 'a*' }, { like: '*1' }),
  fc.constant({ has: 'b' }),
  fc.constant({ absent: true as const }),
  fc.constant({ is: 'a', ignore_case: true as const }),
  fc.record({ one_of: fc.constant<string[]>(['1', 'b']) }),
);
const method = fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'PURGE');
const json = fc.jsonValue({ maxDepth: 1 }).filter((value) => findUnsafeInteger(value, []) === undefined);

/** Optional members, each of few values, so that about half of the requests match. */
const head = fc.record(
  {
    method,
    path: fc.constantFrom('/a', '/a/{b}', '/{c:int}', '/{rest*}', '/a/1', '/a%2Fb'),
    query: fc.dictionary(fc.constantFrom('q', 'r'), text, { maxKeys: 2 }),
    headers: fc.dictionary(fc.constantFrom('X-A', 'x-b'), text, { maxKeys: 2 }),
    body: fc.oneof(
      word,
      fc.record({ json }),
      fc.record({ contains: fc.constantFrom('a', '"') }),
      fc.record({ size: fc.record({ min: fc.constantFrom(0, 2) }) }),
      fc.record({ form: fc.dictionary(fc.constantFrom('a', 'b'), text, { minKeys: 1, maxKeys: 1 }) }),
    ),
  },
  { requiredKeys: [] },
);

const match = fc.oneof(
  head,
  fc.record({ not: head }),
  fc.record({ any_of: fc.array(head, { minLength: 1, maxLength: 3 }) }),
);

const sent = fc.record({
  method,
  path: fc.constantFrom('/a', '/a/1', '/1', '/a%2Fb', '/a/b?q=a', '/a?q=A&r=1', '/a?q=&q=b', '/b?r'),
  fields: fc.array(fc.tuple(fc.constantFrom('X-A', 'X-B'), word), { maxLength: 2 }),
  type: fc.constantFrom('application/json', 'application/x-www-form-urlencoded'),
  body: fc.oneof(
    word,
    json.map((value) => JSON.stringify(value)),
    fc.constantFrom('a=1', 'a=b&b=A', 'b='),
  ),
});

test('a match has the same result for a request and for its record', async (t) => {
  const server = await serve(t, { journal: 10 });
  const results = { true: 0, false: 0 };
  await fc.assert(
    fc.asyncProperty(match, sent, async (conditions: RuleMatch, { type, fields, ...others }) => {
      const { id } = addRule(server, { match: conditions, respond: { status: 299 } });
      const request: WireRequest = { ...others, fields: [...fields, ['Content-Type', type]] };
      const { status } = await server.send(request);
      await server.rules.remove(null, id);
      const [last] = server.journal?.entries().slice(-1) ?? [];
      assert.ok(last?.kind === 'exchange');
      // A rule for GET holds for HEAD, and a match of the journal does not.
      if (others.method !== 'HEAD') assert.equal(compileMatch(conditions)(last), status === 299);
      results[`${status === 299}`]++;
    }),
    { numRuns: 1000 },
  );
  assert.ok(results.true > 100 && results.false > 100, JSON.stringify(results));
});
