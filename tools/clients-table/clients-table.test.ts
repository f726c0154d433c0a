import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { allCases, type ConformanceReport, runConformance } from '@sparring/conformance';
import { createRuntime } from '#runtime.ts';
import { adapterNames } from '../conformance-adapters.ts';
import { clientsPage } from './page.ts';
import {
  type AllResults,
  parseResults,
  printResults,
  readResults,
  renewResults,
  selectResults,
} from './results.ts';

const root = path.join(import.meta.dirname, '../..');
const SYNTHETIC = path.join(root, 'conformance/test/synthetic-adapter.ts');

/** A run of a client with this defect, or without one. Each has ports of its own. */
async function runOf(
  defect: string,
  only: readonly string[],
  day = '2026-01-01',
): Promise<ConformanceReport> {
  const adapter = [process.execPath, SYNTHETIC, defect];
  const report = await runConformance({ adapter, only }, createRuntime());
  const client = { ...report.client, name: `client ${defect}`, language: 'Test' };
  return { ...report, client, started: `${day}T12:00:00.000Z` };
}

/** Cases that pass, fail by mutants on other ports, have values, and are of level X. */
const CASES = [
  'control.*',
  'probe.fields',
  'field.fold',
  'body.truncated.chunk',
  'redirect.auth.port',
  'redirect.post.301',
  'request.host',
];

async function build(day: string): Promise<{ results: AllResults; page: string }> {
  const defects = ['none', 'fold-kept', 'leak-auth', 'chunk-eof-is-end'];
  const clients = await Promise.all(
    defects.map(async (each) => [`test/${each}`, selectResults(await runOf(each, CASES, day))] as const),
  );
  const results = Object.fromEntries(clients);
  return { results, page: clientsPage(results) };
}

const lines = (text: string) => text.split('\n');

describe('the table of clients', () => {
  it('of a second run differs in dates only, and has no failure of safety', async () => {
    const [first, second] = [await build('2026-01-01'), await build('2026-01-02')];
    const undated = (text: string) => text.replaceAll(/2026-01-0\d/g, 'DATE');
    assert.notEqual(second.page, first.page);
    assert.equal(undated(second.page), undated(first.page));
    assert.equal(undated(printResults(second.results)), undated(printResults(first.results)));
    const { page, results } = first;
    assert.match(
      page,
      /^\| Case \| Level \| client chunk-eof-is-end \| client fold-kept \| client leak-auth \| client none \|$/m,
    );
    assert.match(page, /^\| `field\.fold` \| R \| ✓ \| ✕ fail \| ✓ \| ✓ \|$/m);
    assert.match(page, /^\| `body\.truncated\.chunk` \| R \| ✕ fail \| ✓ \| ✓ \| ✓ \|$/m);
    assert.match(page, /^- `field\.fold`, expected `.+`\. client fold-kept: `.*1.*2.*`$/m);
    // `leak-auth` fails this case of level X, which a reader cannot tell from one that is unsupported.
    assert.equal(results['test/leak-auth']?.cases['redirect.auth.port'], undefined);
    assert.equal(results['test/none']?.cases['redirect.auth.port']?.result, 'pass');
    assert.doesNotMatch(page, /^\| `redirect\.auth\.port`/m);
    assert.match(page, /same result in \d+ cases: .*`redirect\.auth\.port`/);
    assert.doesNotMatch(page + printResults(results), /:\d{4,5}\b|sent to the target/);
  });

  it('is read again as it is printed, one case a line', async () => {
    const results = { 'test/none': selectResults(await runOf('none', ['control.*', 'field.*'])) };
    const text = printResults(results);
    assert.deepEqual(parseResults(text), results);
    assert.match(text, /^ {6}"field\.fold": \{"result":"pass","revision":1\},$/m);
    assert.throws(() => parseResults('{"test/none":{}}'), /has another form/);
  });

  it('has renewed cells after a run of single cases, and no other change', async () => {
    const before = { 'test/none': selectResults(await runOf('none', ['field.*', 'control.get'])) };
    const report = await runOf('fold-kept', ['field.fold'], '2026-01-05');
    const renamed = { ...report, client: { ...report.client, name: 'client none' } };
    const after = { 'test/none': renewResults(before['test/none'], renamed) };
    const old = new Set(lines(printResults(before)));
    const changed = lines(printResults(after)).filter((line) => !old.has(line));
    assert.equal(changed.length, 1);
    assert.match(
      changed[0] ?? '',
      /^ {6}"field\.fold": \{"result":"fail","revision":1,"reason":"wrong","got":"/,
    );
  });

  it('is not renewed by another version of the client, or without earlier results', async () => {
    const report = await runOf('none', ['field.fold']);
    const results = selectResults(report);
    assert.throws(
      () => renewResults({ ...results, version: '0.1' }, report),
      /has client none 0\.1, not client none /,
    );
    assert.throws(() => renewResults(undefined, report), /has no results of this client/);
  });

  it('has an empty cell for a result of an earlier rule', () => {
    const [declared] = allCases.filter(({ id }) => id === 'field.fold');
    assert.ok(declared);
    const cell = { result: 'pass', revision: declared.revision } as const;
    const about = { version: '1', language: 'Test', platform: 'test', date: '2026-01-01' };
    const page = clientsPage(
      {
        'test/a': { ...about, client: 'a', cases: { 'field.fold': cell } },
        'test/b': {
          ...about,
          client: 'b',
          cases: { 'field.fold': { ...cell, revision: declared.revision - 1 } },
        },
        'test/c': {
          ...about,
          client: 'c',
          cases: { 'field.fold': { ...cell, result: 'fail', reason: 'hang', got: 'a|b`c' } },
        },
      },
      [declared],
    );
    assert.match(page, /^\| `field\.fold` \| R \| ✓ \| {3}\| ✕ hang \|$/m);
    assert.match(page, /c: `a b c`$/m);
  });
});

describe('the committed results', async () => {
  const results = await readResults();

  it('are of all adapters, and of cases of this suite', () => {
    assert.deepEqual(Object.keys(results).sort(), [...adapterNames()].sort());
    const ids = new Set(allCases.map(({ id }) => id));
    for (const [name, { cases }] of Object.entries(results))
      for (const id of Object.keys(cases)) assert.ok(ids.has(id), `${name} has ${id}`);
  });

  it('have no result of level X but passes', () => {
    const safety = new Set(allCases.filter(({ level }) => level === 'X').map(({ id }) => id));
    for (const { cases } of Object.values(results))
      for (const [id, { result }] of Object.entries(cases))
        if (safety.has(id)) assert.equal(result, 'pass', id);
  });
});
