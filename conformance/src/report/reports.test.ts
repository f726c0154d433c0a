import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from '../server.ts';
import { type Comparison, compareWithBaseline, parseBaseline, printBaseline } from './baseline.ts';
import { compareReports, formatCsv } from './compare.ts';
import { renderComparison } from './compare-html.ts';
import { loadReportScript, renderReport } from './html.ts';
import { formatJunit } from './junit.ts';
import { exitCodeOf } from './outcome.ts';
import { type CaseReport, ConformanceReport } from './report.ts';
import { formatReport } from './text.ts';

function caseOf(id: string, result: CaseReport['result'], more: Partial<CaseReport> = {}): CaseReport {
  return {
    id,
    result,
    revision: 1,
    since: '1.0',
    level: 'R',
    clause: 'RFC 9112 §5.2',
    group: id.split('.', 1)[0] ?? '',
    expected: 'status 200',
    repeats: [],
    ms: 1,
    ...(result === 'fail' && { reason: 'wrong', got: 'status 500' }),
    ...more,
  };
}

function reportOf(...cases: readonly CaseReport[]): ConformanceReport {
  const none = { pass: 0, fail: 0, unsupported: 0, inconclusive: 0, value: 0 };
  return {
    format: 1,
    suite: '1.0',
    server: '0',
    platform: 'test',
    started: '2026-01-01T00:00:00.000Z',
    ms: 1,
    partial: false,
    flags: {},
    counts: { R: none, X: none, B: none, S: none, I: none },
    cases: [...cases],
    client: { name: 'c', version: '1', supports: [] },
    unsent: 0,
    noise: { lines: 0, first: [] },
    restarts: 0,
  };
}

const TERMINAL = {
  bold: (each: string) => each,
  paint: (_: unknown, each: string) => each,
  adapterArguments: '-- x',
};

const GATE = { strict: false, strictBaseline: false, isInterrupted: false };

describe('the exit code without a baseline', () => {
  it('is 1 for a failure of R, X or B, and of S only if it is strict', () => {
    const codeOf = (level: CaseReport['level'], strict = false) =>
      exitCodeOf(reportOf(caseOf('a.ok', 'pass'), caseOf('a.b', 'fail', { level })), {
        ...GATE,
        strict,
        comparison: undefined,
      });
    assert.deepEqual(
      (['R', 'X', 'B', 'S'] as const).map((level) => codeOf(level)),
      [1, 1, 1, 0],
    );
    assert.equal(codeOf('S', true), 1);
  });
});

describe('an undecided case', () => {
  it('of R, X or B fails a strict run, and is counted in the last line', () => {
    const codeOf = (level: CaseReport['level'], strict: boolean) =>
      exitCodeOf(reportOf(caseOf('a.ok', 'pass'), caseOf('a.b', 'inconclusive', { level })), {
        ...GATE,
        strict,
        comparison: undefined,
      });
    const levels = ['R', 'X', 'B', 'S', 'I'] as const;
    assert.deepEqual(
      levels.map((level) => codeOf(level, true)),
      [1, 1, 1, 0, 0],
    );
    assert.deepEqual(
      levels.map((level) => codeOf(level, false)),
      [0, 0, 0, 0, 0],
    );
    const report = reportOf(
      caseOf('a.ok', 'pass'),
      ...levels.map((level) => caseOf(`a.${level}`, 'inconclusive', { level, reason: 'why' })),
    );
    const lastLine = (comparison?: Comparison) =>
      formatReport(report, { ...TERMINAL, comparison })
        .trimEnd()
        .split('\n')
        .at(-1) ?? '';
    assert.equal(lastLine(), 'undecided: 3 cases of R, X, B, which fail the run with --strict');
    const none = { worse: [], better: [], known: [], added: [], values: [] };
    assert.match(lastLine(none), /^baseline: 0 worse, .*; 3 cases of R, X, B undecided$/);
  });
});

describe('a baseline', () => {
  const before = reportOf(
    caseOf('a.one', 'pass'),
    caseOf('a.two', 'fail'),
    caseOf('a.three', 'value', { level: 'I', value: 'GET' }),
  );
  const baseline = parseBaseline(printBaseline(before, undefined), 'file');

  it('of the same run has nothing worse, and printing it again changes nothing', () => {
    const comparison = compareWithBaseline(before, baseline);
    assert.deepEqual([comparison.worse, comparison.better, comparison.added], [[], [], []]);
    assert.equal(exitCodeOf(before, { ...GATE, comparison }), 0);
    assert.equal(printBaseline(before, baseline), printBaseline(before, undefined));
  });

  it('keeps notes, and has one case a line', () => {
    const text = printBaseline(before, undefined).replace('"revision":1}', '"revision":1,"note":"reported"}');
    const printed = printBaseline(before, parseBaseline(text, 'file'));
    assert.match(printed, /^ {4}"a\.three": \{.*"note":"reported"\},$/m);
  });

  it('has neither ports nor measured times, which differ from run to run', () => {
    const run = (port: number, ms: number) =>
      reportOf(
        caseOf('a.port', 'fail', { got: `Host 127.0.0.1:${port}, [::1]:${port} and localhost:${port}/a` }),
        caseOf('a.time', 'fail', { got: `after ${ms} of 1000 ms, 12345 bytes` }),
      );
    const text = printBaseline(run(43210, 7), undefined);
    assert.match(text, /"got":"Host 127\.0\.0\.1:PORT, \[::1\]:PORT and localhost:PORT\/a"/);
    assert.match(text, /"got":"after N ms, 12345 bytes"/);
    assert.equal(text, printBaseline(run(8080, 12), undefined));
  });

  it('names what is worse: a failure of what passed, and a hang in place of an error', () => {
    const after = reportOf(
      caseOf('a.one', 'fail'),
      caseOf('a.two', 'fail', { reason: 'hang' }),
      caseOf('a.three', 'value', { level: 'I', value: 'POST' }),
    );
    const comparison = compareWithBaseline(after, baseline);
    assert.deepEqual(comparison.worse, ['a.one', 'a.two']);
    assert.deepEqual(comparison.values, ['a.three']);
    assert.equal(exitCodeOf(after, { ...GATE, comparison }), 1);
  });

  it('does not know a case of a later suite, or a raised revision', () => {
    const after = reportOf(
      caseOf('a.one', 'pass'),
      caseOf('a.two', 'fail', { revision: 2 }),
      caseOf('a.later', 'fail', { since: '1.1' }),
    );
    const comparison = compareWithBaseline(after, baseline);
    assert.deepEqual(comparison.added, ['a.two', 'a.later']);
    assert.equal(exitCodeOf(after, { ...GATE, comparison }), 0);
  });

  it('does not know the raised revision of a case that passed, until it is written again', () => {
    const after = reportOf(caseOf('a.one', 'fail', { revision: 2 }), caseOf('a.two', 'fail'));
    const comparison = compareWithBaseline(after, baseline);
    assert.deepEqual([comparison.added, comparison.worse], [['a.one'], []]);
    assert.equal(exitCodeOf(after, { ...GATE, comparison }), 0);
    const passed = reportOf(caseOf('a.one', 'pass', { revision: 2 }), caseOf('a.two', 'fail'));
    const later = parseBaseline(printBaseline(passed, baseline), 'file');
    assert.deepEqual(compareWithBaseline(passed, later).added, []);
    assert.deepEqual(compareWithBaseline(after, later).worse, ['a.one']);
  });

  it('fails for a case that is better only if it is strict', () => {
    const after = reportOf(caseOf('a.one', 'pass'), caseOf('a.two', 'pass'));
    const comparison = compareWithBaseline(after, baseline);
    assert.deepEqual(comparison.better, ['a.two']);
    assert.equal(exitCodeOf(after, { ...GATE, comparison }), 0);
    assert.equal(exitCodeOf(after, { ...GATE, strictBaseline: true, comparison }), 1);
  });
});

describe('the formats of a report', async () => {
  const script = await loadReportScript();
  const transcript: NonNullable<CaseReport['transcript']> = [
    { port: 'a', connection: 1, from: 'server', ms: 1, text: 'HTTP/1.1 200 OK\r\nX: <b>&\u0001😀\r\n\r\n' },
  ];
  const report = reportOf(
    caseOf('a.ok', 'pass'),
    caseOf('a.bad', 'fail', { got: '<script>alert(1)</script>', transcript, requests: [{}], outcomes: [{}] }),
    caseOf('b.open', 'inconclusive', { reason: 'needs a.ok' }),
    caseOf('b.known', 'fail', { level: 'S' }),
  );

  it('match the published schema as JSON', () => {
    assert.ok(matches(ConformanceReport, JSON.parse(JSON.stringify(report))));
  });

  it('as JUnit XML have a suite for each group, and what XML cannot contain is escaped', () => {
    const xml = formatJunit(report, { strict: false, comparison: undefined });
    assert.match(xml, /<testsuite name="a" tests="2" failures="1" errors="0" skipped="0"/);
    assert.match(xml, /<testsuite name="b" tests="2" failures="0" errors="1" skipped="1"/);
    assert.match(xml, /<failure type="R" message="RFC 9112 §5\.2: got &lt;script&gt;/);
    assert.ok(!xml.includes('<script>') && !xml.includes('\u0001'));
    assert.ok(xml.includes('\\x01😀'));
    assert.match(xml, /1 ms {2}a1 ← server {2}HTTP\/1\.1 200 OK␍␊\n {25}X: /);
  });

  it('as HTML load nothing, run only their own script, and contain no markup of a client', () => {
    for (const html of [
      renderReport(report, undefined, script),
      renderComparison([report, report], compareReports([report, report])),
    ]) {
      const links = html.replaceAll('<a rel="noreferrer" href="https://www.rfc-editor.org/', '');
      assert.doesNotMatch(
        links.replace(`<script>${script}</script>`, ''),
        /<script|https?:\/\/(?!www\.w3\.org)|<link rel="stylesheet"|@import/,
      );
      assert.match(html, /&lt;script&gt;alert/);
      assert.match(html, /default-src 'none'/);
    }
  });

  it('as HTML and JUnit have the clause with its link, its sentence and the reason of the level of a failure', () => {
    const quote = 'A recipient MUST <parse> it.';
    const failed = reportOf(caseOf('a.bad', 'fail', { clause: 'RFC 9112 §6.3, §9.2', quote }));
    const html = renderReport(failed, undefined, script);
    assert.match(
      html,
      /href="https:\/\/www\.rfc-editor\.org\/rfc\/rfc9112#section-6\.3">RFC 9112 §6\.3<\/a>/,
    );
    assert.match(html, /href="https:\/\/www\.rfc-editor\.org\/rfc\/rfc9112#section-9\.2">§9\.2<\/a>/);
    assert.match(html, /<blockquote>A recipient MUST &lt;parse&gt; it\.<\/blockquote>/);
    assert.match(html, /R, requirement: a MUST or the grammar of the clause/);
    assert.match(renderComparison([failed], compareReports([failed])), /rfc9112#section-9\.2">§9\.2<\/a>/);
    const xml = formatJunit(failed, { strict: false, comparison: undefined });
    const [, text = ''] = /<failure [^>]*>([^<]*)<\/failure>/.exec(xml) ?? [];
    assert.deepEqual(text.split('\n'), [
      'RFC 9112 §6.3, §9.2: A recipient MUST &lt;parse&gt; it.',
      'https://www.rfc-editor.org/rfc/rfc9112#section-6.3',
      'https://www.rfc-editor.org/rfc/rfc9112#section-9.2',
      'R, requirement: a MUST or the grammar of the clause',
    ]);
    const explained = reportOf(caseOf('a.bad', 'fail', { quote, because: 'it is <framing>' }));
    assert.match(renderReport(explained, undefined, script), /R, requirement: it is &lt;framing&gt;<\/dd>/);
    assert.match(
      formatJunit(explained, { strict: false, comparison: undefined }),
      /R, requirement: it is &lt;framing&gt;<\/failure>/,
    );
  });

  it('count what a group or level has, and never none of none', () => {
    const values = reportOf(
      caseOf('a.ok', 'pass'),
      caseOf('a.bad', 'fail'),
      caseOf('probe.one', 'value', { level: 'I', value: 'x' }),
      caseOf('tls.one', 'unsupported', { level: 'X' }),
      caseOf('tls.two', 'inconclusive', { level: 'X', reason: 'why' }),
    );
    const html = renderReport(values, undefined, script);
    assert.match(html, /<b>R<\/b> requirement 1 of 2</);
    assert.match(html, /<b>X<\/b> safety 1 unsupported, 1 inconclusive</);
    assert.match(html, /href="#probe">probe<\/a> 1 recorded</);
    const text = formatReport(values, { ...TERMINAL, comparison: undefined });
    assert.match(text, /probe +1 recorded +tls +1 unsupported, 1 inconclusive$/m);
    for (const each of [html, text]) assert.doesNotMatch(each, /\b0 of 0\b/);
    // At first, what failed or is inconclusive, and all cases without such a one.
    assert.doesNotMatch(html, /value="pass" checked/);
    assert.match(renderReport(reportOf(caseOf('a.ok', 'pass')), undefined, script), /value="pass" checked/);
    // Nothing of a level that has no case.
    assert.doesNotMatch(html, /robustness/);
  });

  it('as text name what failed, and how to repeat it', () => {
    const text = formatReport(report, {
      bold: (each) => each,
      paint: (_, each) => each,
      comparison: undefined,
      adapterArguments: '-- x',
    });
    assert.match(text, /^FAIL R {2}a\.bad/m);
    assert.match(text, /sparring conformance --only a\.bad -- x/);
    assert.match(text, /^OPEN R {2}b\.open {2}needs a\.ok$/m);
  });

  it('as text fold the cases that need one that did not pass', () => {
    const needing = ['a', 'b', 'c', 'd'].map((name) =>
      caseOf(`x.${name}`, 'inconclusive', { reason: 'needs control.get' }),
    );
    const lines = (...cases: readonly CaseReport[]) =>
      formatReport(reportOf(caseOf('control.get', 'fail'), ...cases), { ...TERMINAL, comparison: undefined })
        .split('\n')
        .filter((line) => line.startsWith('OPEN'));
    assert.deepEqual(lines(...needing), ['OPEN    4 cases need control.get, which did not pass']);
    assert.equal(lines(...needing.slice(1)).length, 3);
  });

  it('as text with a baseline have in full only what differs from it', () => {
    const compared = reportOf(
      caseOf('a.worse', 'fail'),
      caseOf('a.known', 'fail'),
      caseOf('a.open', 'inconclusive', { reason: 'why' }),
      caseOf('a.better', 'pass'),
      caseOf('a.added', 'fail', { since: '1.1' }),
      caseOf('a.value', 'value', { level: 'I', value: 'POST' }),
    );
    const comparison = {
      worse: ['a.worse'],
      better: ['a.better'],
      known: ['a.known', 'a.open'],
      added: ['a.added'],
      values: ['a.value'],
    };
    const lines = formatReport(compared, { ...TERMINAL, comparison }).split('\n');
    assert.deepEqual(
      lines.filter((line) => /^(?:[A-Z]{4}|known|baseline)/.test(line)),
      [
        'FAIL R  a.worse  RFC 9112 §5.2  worse',
        'FAIL R  a.added  RFC 9112 §5.2  new',
        'BETTER  a.better',
        'VALUE   a.value  POST, which differs',
        'known: 1 failed, 1 inconclusive',
        'baseline: 1 worse (a.worse), 1 better (a.better), 1 new (a.added), 2 known; 1 case of R, X, B undecided',
      ],
    );
  });

  it('as text name outcomes that came late', () => {
    const late = { ...report, noise: { lines: 0, first: [], late: 2 } };
    const text = formatReport(late, { ...TERMINAL, comparison: undefined });
    assert.match(text, /^late: 2 outcomes came when their request had ended$/m);
    assert.doesNotMatch(text, /^noise/m);
  });

  it('as a table of clients mark the rules in which they differ', () => {
    const other = reportOf(caseOf('a.ok', 'fail'), caseOf('a.bad', 'fail'));
    const rows = compareReports([report, other]);
    assert.deepEqual(
      rows.filter(({ differs }) => differs).map(({ id }) => id),
      ['a.ok', 'b.open', 'b.known'],
    );
    assert.match(formatCsv([report, other], rows), /^a\.ok,R,RFC 9112 §5\.2,✓ pass,✕ fail\r$/m);
  });
});
