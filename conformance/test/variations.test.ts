import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createRuntime } from '../src/server.ts';
import { runConformance } from '../src/suite/conformance.ts';
import { VARIATIONS } from './mutants.ts';

const ADAPTER = path.join(import.meta.dirname, 'synthetic-adapter.ts');

type Variation = (typeof VARIATIONS)[number];

/** The cases in which a variation differs, and the limit of a request in seconds. */
const CASES: Readonly<Record<Variation, { only: readonly string[]; timeout?: number }>> = {
  'refuses-as-other': { only: ['injection.*', 'request.*'] },
  // Three attempts and their pauses are longer than four limits.
  'repeats-with-pauses': {
    only: ['timeout.head', 'timeout.body', 'timeout.handshake', 'timeout.syn', 'timeout.releases'],
    timeout: 0.4,
  },
  'ignores-101': { only: ['informational.unasked-101'] },
  'few-interims': { only: ['informational.*'] },
  'limits-each-read': { only: ['informational.endless', 'redirect.endless-content', 'timeout.*'] },
  'does-not-decode': { only: ['coding.*'] },
  'gets-at-303': { only: ['redirect.head.303', 'redirect.post.303'] },
  'takes-low-status': { only: ['status.*'] },
  'hides-fragments': { only: ['redirect.location.*', 'request.fragment'] },
  'basic-only': { only: ['auth.*'] },
  // As ureq does with redirects, and the client of the JDK with 401.
  'does-not-repeat-content': { only: ['redirect.post.*', 'redirect.put.*', 'redirect.stream*'] },
  'rejects-wrong-credentials': { only: ['auth.*'] },
  // As aiohttp counts redirects, and as resty has their limit for all requests of a client.
  'counts-the-first-request': { only: ['redirect.max'] },
  'redirects-by-client': { only: ['redirect.location.*'] },
};

/** Levels whose failures accuse a client of a defect. */
const ACCUSATIONS = ['R', 'X', 'B'];

// Most of their time is waiting for limits.
describe('a client that does what a client may do is not accused', { concurrency: 3 }, () => {
  for (const variation of VARIATIONS)
    it(variation, async () => {
      const adapter = [process.execPath, ADAPTER, variation];
      const { cases } = await runConformance({ adapter, timeout: 1, ...CASES[variation] }, createRuntime());
      const accusations = cases.filter(
        ({ result, level }) =>
          result === 'inconclusive' || (result === 'fail' && ACCUSATIONS.includes(level)),
      );
      assert.deepEqual(
        accusations.map(({ id, reason, got }) => [id, reason, got]),
        [],
      );
      assert.ok(cases.some(({ result }) => result !== 'unsupported'));
    });
});
