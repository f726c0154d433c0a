import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { protocolErrors } from '../../test/protocol-lines.ts';
import { AdapterError } from '../adapter/adapter-error.ts';
import { Outcome } from '../adapter/messages.ts';
import { responsesOf, type ScriptedResponse } from '../case-port/scripted-response.ts';
import { allCases } from '../cases/index.ts';
import { renderReport } from '../report/html.ts';
import { formatJunit } from '../report/junit.ts';
import { exitCodeOf } from '../report/outcome.ts';
import type { CaseReport, ConformanceReport } from '../report/report.ts';
import { createRuntime, matches } from '../server.ts';
import { type ConformanceOptions, type RunHooks, runConformance } from './conformance.ts';

const SYNTHETIC = path.join(import.meta.dirname, '../../test/synthetic-adapter.ts');
const GATE = { strict: true, strictBaseline: false, isInterrupted: false, comparison: undefined };

function run(
  adapter: ConformanceOptions['adapter'],
  options: Omit<ConformanceOptions, 'adapter'> = {},
  hooks: RunHooks = {},
): Promise<ConformanceReport> {
  return runConformance({ ...options, adapter }, createRuntime(), hooks);
}

function synthetic(...args: readonly string[]): string[] {
  return [process.execPath, SYNTHETIC, ...args];
}

/** By the published schema, and a validator of another author. */
const isValid = new Ajv2020({ strict: false }).compile(
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../docs/reference/conformance.schema.json'), 'utf8'),
  ),
);

function schemaErrors(report: ConformanceReport): unknown[] {
  return isValid(JSON.parse(JSON.stringify(report))) ? [] : (isValid.errors ?? []);
}

/** All that a report contains, with its bytes as text. */
function textOf(report: ConformanceReport): string {
  const bytes = report.cases.flatMap(({ transcript = [], outcomes = [] }) => [
    ...transcript.flatMap(({ base64 }) => base64 ?? []),
    ...outcomes.flatMap((each) => (matches(Outcome, each) ? (each.body ?? []) : [])),
  ]);
  const gate = { strict: false, comparison: undefined };
  return [
    JSON.stringify(report),
    renderReport(report, undefined, ''),
    formatJunit(report, gate),
    ...bytes.map((each) => Buffer.from(each, 'base64').toString('latin1')),
  ].join('\n');
}

const shown = ({ id, result, reason, got }: CaseReport) => `${id}: ${result} ${reason} ${got}`;

describe('a client that follows the rules', () => {
  it('passes all cases, and has values for those of information', async (t) => {
    const report = await run(synthetic(), { transcripts: 'all' });
    t.diagnostic(`${report.ms} ms`);
    const others = report.cases.filter(({ level, result }) => result !== (level === 'I' ? 'value' : 'pass'));
    assert.deepEqual(others.map(shown), []);
    assert.equal(report.cases.length, allCases.length);
    assert.equal(exitCodeOf(report, GATE), 0);
    const text = textOf(report);
    assert.match(text, /Authorization: Basic \*\*\*/);
    assert.doesNotMatch(text, /dXNlcjpwYXNz|user:pass@|"password":"pass"|PRIVATE KEY/);
    assert.deepEqual(schemaErrors(report), []);
    // The requests of all cases, and the shape of each of their members.
    const requests = report.cases.flatMap((each) => each.requests ?? []);
    const lines = requests.map((each, index) => Object.assign({ id: index + 1, case: 'case' }, each));
    assert.ok(lines.length > allCases.length);
    assert.deepEqual(protocolErrors(lines), []);
  });

  it('passes no case whose fault the server does not send', async () => {
    const withoutFault = (response: ScriptedResponse): ScriptedResponse =>
      'compose' in response && !response.compose.includes('fault=') && !response.behind
        ? response
        : { compose: 'body=hello' };
    const cases = allCases.filter(({ serve, needs }) => {
      const first = Object.values(serve).flatMap((script) =>
        Array.isArray(script) ? responsesOf(script) : [],
      );
      return (
        needs.every((need) => need.startsWith('control.')) &&
        first.some((each) => withoutFault(each) !== each)
      );
    });
    assert.ok(cases.length > 60);
    const report = await run(synthetic(), { only: cases.map(({ id }) => id) }, { alter: withoutFault });
    // A failure would blame the client for a fault that it was not shown.
    const judged = report.cases.filter(({ result }) => result !== 'inconclusive');
    assert.deepEqual(judged.map(shown), []);
  });
});

describe('an adapter', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sparring-adapter-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** A program that answers each request by a function body of `q` and `say`. */
  async function adapter(name: string, body: string, hello: object = {}): Promise<string[]> {
    const file = path.join(folder, `${name}.mjs`);
    const first = JSON.stringify({
      hello: 1,
      client: name,
      version: '1',
      supports: ['redirects', 'ca'],
      ...hello,
    });
    await writeFile(
      file,
      `import { createInterface } from 'node:readline';
      const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
      for await (const line of createInterface({ input: process.stdin })) {
        const q = JSON.parse(line);
        if (q.hello) say(${first});
        else if (!q.end) (async () => { ${body} })();
      }
      process.exit(0);`,
    );
    return [process.execPath, file];
  }

  const FETCH = `try {
      const r = await fetch(q.url, { method: q.method, redirect: 'manual' });
      say({ id: q.id, status: r.status, headers: [...r.headers], body: Buffer.from(await r.arrayBuffer()).toString('base64') });
    } catch { say({ id: q.id, error: 'other' }); }`;

  it('that answers every request with an error passes no case', async () => {
    const report = await run(await adapter('errors', `say({ id: q.id, error: 'other' });`));
    assert.deepEqual(report.cases.filter(({ result }) => result === 'pass').map(shown), []);
    assert.equal(exitCodeOf(report, GATE), 1);
  });

  it('that refuses every request passes only what a refusal passes, and nothing is tested without it', async () => {
    const report = await run(await adapter('refuses', `say({ id: q.id, error: 'invalid-request' });`));
    const passed = report.cases.filter(({ result }) => result === 'pass');
    assert.deepEqual(
      passed.filter(({ group }) => group !== 'injection' && group !== 'request').map(shown),
      [],
    );
  });

  it('that says of everything that it is unsupported tests nothing', async () => {
    const report = await run(await adapter('none', `say({ id: q.id, unsupported: 'no' });`));
    assert.ok(report.cases.every(({ result }) => result === 'unsupported' || result === 'inconclusive'));
    assert.equal(exitCodeOf(report, GATE), 1);
  });

  it('that sends nothing, and reports success, passes no case', async () => {
    const lie = `say({ id: q.id, status: 200, headers: [], body: Buffer.from('hello').toString('base64') });`;
    const report = await run(await adapter('lies', lie));
    assert.deepEqual(report.cases.filter(({ result }) => result === 'pass').map(shown), []);
  });

  it('that ends in one case fails this case alone', async () => {
    const command = await adapter('crashes', `if (q.case === 'status.low') process.exit(7); ${FETCH}`, {
      parallel: 8,
    });
    const report = await run(command, { only: ['status.*'] });
    const crashed = report.cases.filter(({ reason }) => reason === 'crash');
    assert.deepEqual(
      crashed.map(({ id }) => id),
      ['status.low'],
    );
    assert.match(crashed[0]?.got ?? '', /exit code 7/);
    assert.ok(report.cases.filter(({ result }) => result === 'pass').length > 3);
  });

  it('that does not answer in one case hangs there alone', async () => {
    const command = await adapter(
      'hangs',
      `if (q.case === 'status.text') { await fetch(q.url).catch(() => {}); return; } ${FETCH}`,
      { parallel: 8 },
    );
    const report = await run(command, { only: ['status.text', 'status.unknown-2xx'], timeout: 0.2 });
    assert.deepEqual(
      report.cases.map(({ id, reason }) => [id, reason]),
      [
        ['status.unknown-2xx', undefined],
        ['status.text', 'hang'],
      ],
    );
  });

  it('that blocks its process in one case has its own results in the cases beside it', async () => {
    const command = await adapter(
      'blocks',
      `if (q.case === 'status.text') { await fetch(q.url).catch(() => {}); for (;;); } ${FETCH}`,
      {
        parallel: 8,
      },
    );
    const report = await run(command, { only: ['status.*'], timeout: 0.2 });
    const failed = report.cases.filter(({ result }) => result === 'fail' || result === 'inconclusive');
    assert.deepEqual(
      failed.map(({ id, reason }) => [id, reason]),
      [['status.text', 'hang']],
    );
  });

  it('that prints 10,000 lines of noise has the same results', async () => {
    const noise = `if (!globalThis.noisy) { globalThis.noisy = true; for (let i = 0; i < 10000; i++) process.stdout.write('noise ' + i + '\\n'); } ${FETCH}`;
    const group = ['status', 'field', 'coding'];
    const noisy = await run(await adapter('noise', noise, { parallel: 8 }), { group });
    const quiet = await run(await adapter('quiet', FETCH, { parallel: 8 }), { group });
    assert.deepEqual(noisy.cases.map(shown), quiet.cases.map(shown));
    assert.ok(quiet.cases.filter(({ result }) => result === 'pass').length > 20);
    assert.ok(quiet.cases.some(({ result }) => result === 'fail'));
    assert.equal(noisy.noise.lines, 10_000);
    assert.equal(noisy.noise.first.length, 20);
  });

  it('whose outcome is invalid, or which ends by an error, learns why', async () => {
    const body = `if (q.case === 'status.low') throw new TypeError('a bug');
      if (q.case === 'status.text') return say({ id: q.id, status: '200', body: '' }); ${FETCH}`;
    const report = await run(await adapter('broken', body), { only: ['status.low', 'status.text'] });
    assert.deepEqual(
      report.cases.map(({ id, reason, got }) => [id, got ?? reason]),
      [
        ['status.text', 'the outcome is invalid: status must be integer'],
        ['status.low', 'the adapter ended: exit code 1: TypeError: a bug'],
      ],
    );
  });

  it('that ends in many cases fails each of them', async () => {
    const command = await adapter('often', `if (q.case.startsWith('field.')) process.exit(7); ${FETCH}`);
    const report = await run(command, { group: ['field'] });
    const judged = report.cases.filter(({ result }) => result !== 'unsupported');
    assert.deepEqual(judged.filter(({ reason }) => reason !== 'crash').map(shown), []);
    assert.ok(report.restarts > 20);
  });

  it('that ends again and again is an error of the adapter', async () => {
    const command = await adapter('ends', 'process.exit(1);');
    await assert.rejects(
      run(command),
      (error) => error instanceof AdapterError && /answered no request/.test(error.message),
    );
  });

  it('with another version of the protocol, or no command, is an error that names it', async () => {
    const command = await adapter('later', '', { hello: 2 });
    await assert.rejects(run(command), /speaks version 2 of the protocol; this suite speaks 1/);
    await assert.rejects(
      run(['no-such-command-of-sparring']),
      /there is no command no-such-command-of-sparring/,
    );
  });
});

describe('a run', () => {
  it('of a pattern reports its cases, and runs those that they need', async () => {
    const ids: string[] = [];
    const report = await run(
      synthetic(),
      { only: ['body.truncated.*'] },
      { onResult: ({ case: { id } }) => ids.push(id) },
    );
    assert.ok(report.cases.every(({ id }) => id.startsWith('body.truncated.')));
    assert.equal(report.cases.length, 10);
    assert.deepEqual(ids.filter((id) => !id.startsWith('body.')).sort(), [
      'control.get',
      'control.tls',
      'probe.retry',
    ]);
  });

  it('that is interrupted has a report that says so', async () => {
    const interruption = new AbortController();
    const report = await run(
      synthetic(),
      { group: ['status', 'field'], signal: interruption.signal },
      { onResult: (_, done) => done === 5 && interruption.abort() },
    );
    assert.equal(report.partial, true);
    assert.ok(report.cases.length < 20);
    assert.equal(exitCodeOf(report, { ...GATE, isInterrupted: true }), 130);
  });

  it('that fails because of a file of the machine does not have its content in the report', async () => {
    const report = await run(synthetic('follows-any-scheme'), { only: ['redirect.location.file'] });
    assert.deepEqual(
      report.cases.map(({ result, got }) => [result, got]),
      [['fail', 'the content of a URL of file']],
    );
    const text = textOf(report);
    assert.match(text, /"body":"[^"]/);
    assert.doesNotMatch(text, /sparring-secret(?!-)/);
    assert.deepEqual(schemaErrors(report), []);
  });

  it('masks credentials in its report', async () => {
    const report = await run(synthetic(), { group: ['auth'], only: ['auth.basic'], transcripts: 'all' });
    assert.doesNotMatch(JSON.stringify(report), /dXNlcjpwYXNz/);
    assert.match(JSON.stringify(report), /Authorization: Basic \*\*\*/);
  });
});
