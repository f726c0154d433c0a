import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_DURATION_MS, MAX_UPLOAD_BYTES } from '../case-port/case-kernel.ts';
import { responsesOf } from '../case-port/scripted-response.ts';
import { QUOTES } from '../quotes/quotes.ts';
import { idOf } from '../run/run-suite.ts';
import { defaultServerSettings, parsePairs, planOf } from '../server.ts';
import { allCases } from './index.ts';

const LIMITS = {
  ...defaultServerSettings(),
  maxGeneratedSize: MAX_UPLOAD_BYTES,
  maxDuration: MAX_DURATION_MS,
  sharesAccountsOrigin: false,
  sharesAccountsHost: false,
  accountPaths: [],
};

describe('the cases', () => {
  it('have ids of their own, a clause, a rule in one sentence, and at most three needs that exist', () => {
    const ids = allCases.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
    for (const { id, clause, expect, needs } of allCases) {
      assert.match(id, /^[a-z]+(?:\.[a-z\d]+(?:-[a-z\d]+)*)+$/);
      assert.match(clause, /^(?:RFC \d{4}(?:bis)? §|Fetch §)/, id);
      assert.ok(expect.text.length > 3 && expect.text.length < 250, `${id}: ${expect.text}`);
      assert.ok(needs.length <= 4, id);
      for (const need of needs) assert.ok(ids.includes(idOf(need)), `${id} needs ${need}`);
    }
  });

  it('have a sentence of their clause, if it is one of an RFC and its failure accuses a client', () => {
    const without = allCases.filter(
      ({ level, clause, quote }) => level !== 'I' && /^RFC \d+ /.test(clause) && quote === undefined,
    );
    assert.deepEqual(
      without.map(({ id, clause }) => `${id}: ${clause}`),
      [],
    );
    for (const { quote, clause } of QUOTES) {
      assert.ok(quote.length > 20 && !quote.includes('\n'), quote);
      assert.ok(
        allCases.some((each) => each.quote === quote && each.clause === clause),
        `no case has the sentence of ${clause}: ${quote}`,
      );
    }
  });

  it('have the level that their sentence carries, or the reason for it', () => {
    const words = { R: /\b(?:MUST|REQUIRED|SHALL)\b/, S: /\b(?:SHOULD|RECOMMENDED)\b/ };
    const unexplained = allCases.filter(({ level, quote = '', because }) =>
      level === 'R' || level === 'S'
        ? words[level].test(quote) === (because !== undefined)
        : because !== undefined,
    );
    assert.deepEqual(
      unexplained.map(({ id, level, quote }) => `${level} ${id}: ${quote}`),
      [],
    );
  });

  it('have values if they are of level I, and otherwise rules', () => {
    for (const { id, level, expect } of allCases) assert.equal('value' in expect, level === 'I', id);
  });

  it('send compositions that are valid', () => {
    for (const { id, serve } of allCases)
      for (const response of Object.values(serve).flatMap(responsesOf))
        if ('compose' in response) {
          const query = response.compose.replace(/\{[a-z.]+(?:\[::1\])?\}/g, '127.0.0.1:1');
          assert.doesNotThrow(() => planOf(parsePairs(query), LIMITS), `${id}: ${response.compose}`);
        }
  });
});
