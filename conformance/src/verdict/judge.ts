import type { AdapterResult } from '../adapter/adapter.ts';
import type { ConformanceCase } from './case.ts';
import { missingEvidence } from './evidence.ts';
import type { Observation } from './observation.ts';
import type { Verdict } from './verdict.ts';

/** The verdict of one run: evidence precedes the rule. */
export function judge(
  declared: ConformanceCase,
  results: readonly AdapterResult[],
  observation: Observation,
): Verdict {
  const last = results.at(-1);
  if (last?.kind === 'lost')
    return { result: 'fail', reason: 'crash', got: `the adapter ended: ${last.how}` };
  if (last?.kind === 'invalid') return { result: 'inconclusive', reason: last.message };
  if (last?.kind === 'outcome') {
    const { unsupported, adapterError } = last.outcome;
    if (unsupported !== undefined) return { result: 'unsupported', reason: unsupported };
    if (adapterError !== undefined) return { result: 'inconclusive', reason: `adapter: ${adapterError}` };
  }
  // Also without a connection: a client can wait for ever before it opens one.
  if (last?.kind === 'hang') {
    const isReached = observation.allConnections.length > 0 || observation.ports.has('full');
    const got = `no outcome of step ${results.length} before the deadline${isReached ? '' : ', and no connection'}`;
    return { result: 'fail', reason: 'hang', got };
  }
  const early = declared.sent?.check(observation);
  if (early) return { result: 'fail', ...early };
  const missing = missingEvidence(declared, observation);
  if (missing) return { result: 'inconclusive', ...missing };
  const { expect } = declared;
  if ('value' in expect) return { result: 'value', value: expect.value(observation) };
  const finding = expect.check(observation);
  return finding ? { result: 'fail', ...finding } : { result: 'pass' };
}
