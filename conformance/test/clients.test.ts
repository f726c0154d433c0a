import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { hasPythonModules, output, PYTHON } from '../../test/support/programs/installed.ts';
import { compareWithBaseline, parseBaseline, printBaseline } from '../src/report/baseline.ts';
import type { ConformanceReport } from '../src/report/report.ts';
import { createRuntime } from '../src/server.ts';
import { type ConformanceOptions, runConformance } from '../src/suite/conformance.ts';

const BASELINES = path.join(import.meta.dirname, 'baselines');
const REQUESTS = path.join(import.meta.dirname, '../adapters/python/requests/adapter.py');

/** Groups whose cases differ most between clients, and need no time limits. */
const GROUPS = ['status', 'field', 'body', 'informational'];

function run(options: ConformanceOptions): Promise<ConformanceReport> {
  return runConformance(options, createRuntime());
}

/**
 * Compares a run with the committed baseline of its client. Another version of the client has other results, so it is skipped.
 * Failures of safety are in no baseline: the maintainers of clients learn of them first.
 * `UPDATE_BASELINES=1 npm test -- conformance/clients` writes them again; read the difference.
 */
async function compare(t: TestContext, name: string, report: ConformanceReport): Promise<void> {
  const file = path.join(BASELINES, `${name}.baseline`);
  const compared = { ...report, cases: report.cases.filter(({ level }) => level !== 'X') };
  if (process.env.UPDATE_BASELINES) return writeFile(file, printBaseline(compared, undefined));
  const baseline = parseBaseline(await readFile(file, 'utf8'), file);
  if (baseline.version !== report.client.version)
    return t.skip(`the baseline is of ${name} ${baseline.version}, not ${report.client.version}`);
  const { worse, better, added, values } = compareWithBaseline(compared, baseline);
  const of = (ids: readonly string[]) =>
    compared.cases
      .filter(({ id }) => ids.includes(id))
      .map(({ id, got, value, reason }) => [id, got ?? value ?? reason]);
  assert.deepEqual(
    { worse: of(worse), better: of(better), added: of(added), values: of(values) },
    { worse: [], better: [], added: [], values: [] },
  );
}

/** Uses a processor until it is closed. */
function hogProcessor(t: TestContext): void {
  const worker = new Worker('for (;;);', { eval: true });
  t.after(() => worker.terminate());
}

const verdicts = ({ cases }: ConformanceReport) =>
  cases.map(({ id, result, reason, value }) => `${id}: ${result} ${reason ?? value ?? ''}`);

describe('a client', () => {
  it('that is the fetch of Node has equal results in two runs, beside a busy processor, and those of its baseline', async (t) => {
    const first = await run({ adapter: 'node-fetch', timeout: 2 });
    hogProcessor(t);
    const again = () => run({ adapter: 'node-fetch', parallel: 16, timeout: 2 });
    let second = await again();
    // Once more, because limits of time can pass on a busy machine.
    if (!isDeepStrictEqual(verdicts(second), verdicts(first))) second = await again();
    assert.deepEqual(verdicts(second), verdicts(first));
    assert.equal(printBaseline(second, undefined), printBaseline(first, undefined));
    assert.deepEqual(
      first.cases.filter(({ result }) => result === 'inconclusive').map(({ id, reason }) => [id, reason]),
      [],
    );
    const failed = first.cases.filter(({ result }) => result === 'fail').map(({ id }) => id);
    for (const id of ['field.fold', 'informational.100', 'body.truncated.tls'])
      assert.ok(failed.includes(id), `${id} was measured, and is not found again`);
    await compare(t, 'node-fetch', first);
  });

  it('that is curl has the results of its baseline', async (t) => {
    if ((await output(t, 'curl', ['--version'])) === undefined) return;
    await compare(t, 'curl', await run({ adapter: 'curl', group: GROUPS }));
  });

  it('that is Requests has the results of its baseline', async (t) => {
    if (!(await hasPythonModules(t, ['requests']))) return;
    const report = await run({ adapter: [PYTHON, REQUESTS], group: GROUPS });
    const failed = report.cases.filter(({ result }) => result === 'fail').map(({ id }) => id);
    for (const id of [
      'field.fold',
      'field.nul',
      'field.bare-cr',
      'body.length-negative',
      'body.length-plus',
      'body.length-hex',
      'informational.103',
    ])
      assert.ok(failed.includes(id), `${id} was measured, and is not found again`);
    await compare(t, 'requests', report);
  });
});
