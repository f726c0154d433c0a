import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultServerSettings } from '../../config/settings/settings.ts';
import { parsePairs } from '../../http/syntax/query.ts';
import { planOf } from '../../responses/composition/composed-response.ts';
import { MAX_DURATION_MS, MAX_UPLOAD_BYTES } from '../case-port/case-kernel.ts';
import { responsesOf } from '../case-port/scripted-response.ts';
import { idOf } from '../run/run-suite.ts';
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
