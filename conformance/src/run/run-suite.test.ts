import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Adapter, AdapterResult } from '../adapter/adapter.ts';
import type { AdapterRequest, Outcome } from '../adapter/messages.ts';
import { createCasePorts } from '../case-port/case-port.ts';
import { compose } from '../case-port/scripted-response.ts';
import { createRuntime } from '../server.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { findingOf, rule } from '../verdict/expectation.ts';
import { type CaseResult, runSuite, type SuiteOptions } from './run-suite.ts';

type Answer = Omit<Outcome, 'id'> | Exclude<AdapterResult, { kind: 'outcome' }>;

const [PASS, WRONG, LATE] = [{ error: 'connection' }, { error: 'protocol' }, { error: 'timeout' }] as const;

/** An adapter that gives the answers of a case in their order, and the last one again. It makes no requests. */
function scripted(answers: Readonly<Record<string, readonly Answer[]>>) {
  const asked: { id: string; timeout: number }[] = [];
  const adapter: Adapter = {
    hello: { hello: 1, client: 'scripted', version: '1', parallel: 8 },
    noise: [],
    noiseCount: 0,
    lateCount: 0,
    restarts: 0,
    outcomeCount: 1,
    async ask({ timeout }: AdapterRequest, id: string) {
      const list = answers[id] ?? [PASS];
      const answer = list[asked.filter((each) => each.id === id).length] ?? list.at(-1) ?? PASS;
      asked.push({ id, timeout });
      return 'kind' in answer ? answer : { kind: 'outcome', outcome: { id: 1, ...answer } };
    },
    endSession() {},
    async close() {},
  };
  return { adapter, asked };
}

/** A case that passes for an error of the connection, and needs no request as evidence. */
const CASE: CaseDeclaration = {
  level: 'R',
  clause: 'RFC 9110 §1',
  needs: [],
  requests: 0,
  serve: [compose('body=hello')],
  expect: rule('an error of the connection', (seen) =>
    seen.outcome(1).error === 'connection' ? undefined : findingOf(seen.outcome(1)),
  ),
};

async function run(
  answers: Readonly<Record<string, readonly Answer[]>>,
  declared: Readonly<Record<string, Partial<CaseDeclaration>>> = {},
  options: Partial<SuiteOptions> = {},
) {
  const runtime = createRuntime();
  const casePorts = await createCasePorts({ runtime });
  const { adapter, asked } = scripted(answers);
  const names = Object.keys({ ...answers, ...declared }).map((id) => id.replace('test.', ''));
  const cases = caseGroup(
    'test',
    Object.fromEntries(names.map((name) => [name, { ...CASE, ...declared[`test.${name}`] }])),
  );
  const defaults = { cases, adapter, casePorts, runtime, parallel: 8, timeout: 1, repeat: 1 };
  const results = await runSuite({ ...defaults, ...options }).finally(() => casePorts.close());
  return { results: results.map(shown), asked };
}

function shown({ case: { id }, verdict: { result, reason, got }, repeats }: CaseResult) {
  return { id, result, ...(reason && { reason }), ...(got && { got }), repeats };
}

describe('the runs of a case', () => {
  it('are one for a case that passes', async () => {
    const { results } = await run({ 'test.a': [PASS] });
    assert.deepEqual(results, [{ id: 'test.a', result: 'pass', repeats: ['pass'] }]);
  });

  it('are three for one that fails, which must be equal', async () => {
    const { results } = await run({ 'test.a': [WRONG], 'test.b': [WRONG, WRONG, PASS] });
    assert.deepEqual(results, [
      {
        id: 'test.a',
        result: 'fail',
        reason: 'wrong',
        got: 'error protocol',
        repeats: ['wrong', 'wrong', 'wrong'],
      },
      {
        id: 'test.b',
        result: 'inconclusive',
        reason: '2 of 3 runs failed: wrong, pass',
        got: 'error protocol',
        repeats: ['wrong', 'wrong', 'pass'],
      },
    ]);
  });

  it('have a longer limit after a time-out that fails, so that only a client that waits for it fails', async () => {
    const { results, asked } = await run({
      'test.waits': [LATE],
      'test.busy': [LATE, PASS],
      'test.late': [WRONG, LATE, WRONG],
    });
    assert.deepEqual(
      results.map(({ id, result, repeats }) => [id, result, repeats]),
      [
        ['test.waits', 'fail', ['hang', 'hang', 'hang']],
        ['test.busy', 'pass', ['pass']],
        // The time-out of its second run is that of the machine.
        ['test.late', 'fail', ['wrong', 'wrong', 'wrong']],
      ],
    );
    const limits = (name: string) =>
      asked.filter(({ id }) => id === `test.${name}`).map(({ timeout }) => timeout);
    assert.deepEqual(
      [limits('waits'), limits('busy'), limits('late')],
      [
        [1, 2, 2],
        [1, 2],
        [1, 1, 2, 1],
      ],
    );
  });

  it('are two for one that passes by a time-out, the second beside such cases only', {
    timeout: 20_000,
  }, async () => {
    const second = Promise.withResolvers<void>();
    const asked: string[] = [];
    const { adapter } = scripted({});
    const waiting: Adapter = {
      ...adapter,
      async ask(_, id) {
        asked.push(id);
        const isQuick = id === 'test.quick';
        // Neither has an outcome before both have begun again: one after the other, they would wait for ever.
        if (asked.filter((each) => each === id).length > 1) {
          assert.ok(!isQuick);
          if (asked.length === 5) second.resolve();
          await second.promise;
        }
        return { kind: 'outcome', outcome: { id: 1, ...(isQuick ? PASS : LATE) } };
      },
    };
    const late = { expect: rule('a time-out', () => undefined) };
    const { results } = await run(
      {},
      { 'test.one': late, 'test.other': late, 'test.quick': {} },
      { adapter: waiting },
    );
    assert.deepEqual(
      results.map(({ id, result, repeats }) => [id, result, repeats]),
      [
        ['test.one', 'pass', ['pass', 'pass']],
        ['test.other', 'pass', ['pass', 'pass']],
        ['test.quick', 'pass', ['pass']],
      ],
    );
  });

  it('are alone for one whose second run beside others has another result', async () => {
    const late = {
      expect: rule('a time-out', (seen) =>
        seen.outcome(1).error === 'timeout' ? undefined : findingOf(seen.outcome(1)),
      ),
    };
    const { results } = await run(
      { 'test.a': [LATE, WRONG, LATE], 'test.b': [LATE, WRONG, WRONG] },
      { 'test.a': late, 'test.b': late },
    );
    assert.deepEqual(
      results.map(({ id, result, repeats }) => [id, result, repeats]),
      [
        // The third run, alone, agrees with the first.
        ['test.a', 'pass', ['pass', 'pass']],
        // The third run counts, and its failure is repeated.
        ['test.b', 'fail', ['wrong', 'wrong', 'wrong']],
      ],
    );
  });

  it('are as many as --repeat says, and must be equal', async () => {
    const { results } = await run(
      { 'test.a': [PASS], 'test.b': [PASS, PASS, WRONG, PASS] },
      {},
      { repeat: 4 },
    );
    assert.deepEqual(results, [
      { id: 'test.a', result: 'pass', repeats: ['pass', 'pass', 'pass', 'pass'] },
      {
        id: 'test.b',
        result: 'inconclusive',
        reason: '1 of 4 runs failed: pass, wrong',
        got: 'error protocol',
        repeats: ['pass', 'pass', 'wrong', 'pass'],
      },
    ]);
  });

  it('are alone if the process ended beside other cases', async () => {
    const lost = { kind: 'lost', how: 'exit code 7' } as const;
    const { results } = await run({ 'test.a': [lost, PASS], 'test.b': [lost] });
    assert.deepEqual(
      results.map(({ result, reason, repeats }) => [result, reason, repeats]),
      [
        ['pass', undefined, ['pass']],
        ['fail', 'crash', ['crash', 'crash', 'crash']],
      ],
    );
  });

  it('are none if a case that is needed did not pass, or has another value', async () => {
    const { results } = await run(
      { 'test.control': [WRONG] },
      {
        'test.needs': { needs: ['test.control'] },
        'test.feature': { supports: ['cookies'] },
        'test.unsupported': { needs: ['test.feature'] },
      },
    );
    assert.deepEqual(
      results.slice(1).map(({ id, result, reason, repeats }) => [id, result, reason, repeats]),
      [
        ['test.needs', 'inconclusive', 'needs test.control', []],
        ['test.feature', 'unsupported', 'the adapter does not support cookies', []],
        ['test.unsupported', 'unsupported', 'the adapter does not support cookies', []],
      ],
    );
  });

  it('end after so many failures with --bail', async () => {
    const { results } = await run(
      { 'test.a': [WRONG], 'test.b': [WRONG], 'test.c': [WRONG] },
      {},
      { bail: 2 },
    );
    assert.equal(results.length, 2);
  });
});
