import { escapeHtml } from '../../http/syntax/text.ts';
import { LEVEL_NAMES, LEVELS } from '../verdict/case.ts';
import type { Comparison } from './baseline.ts';
import { toPage } from './page.ts';
import type { CaseReport, ConformanceReport } from './report.ts';
import { transcriptText } from './transcript-text.ts';

const stylesheet = `
.levels { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s5); list-style: none; margin: var(--s3) 0; padding: 0; }
.groups { columns: 14rem auto; list-style: none; padding: 0; }
.filter { border: 0; display: flex; flex-wrap: wrap; gap: var(--s3); margin: var(--s4) 0; padding: 0; }
.filter label { align-items: center; display: inline-flex; gap: var(--s1); min-height: 24px; }
.case { border-top: 1px solid var(--line); padding: var(--s2) 0; }
.case > summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: var(--s1) var(--s3); min-height: 24px; }
.case > summary > b { font-weight: 600; }
.pass > summary > span:first-child { color: var(--green); } .fail > summary > span:first-child { color: var(--red); }
.inconclusive > summary > span:first-child { color: var(--amber); }
.witnesses { display: grid; gap: var(--s4); grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.witnesses > div { min-width: 0; } .witnesses pre { max-height: 24rem; overflow: auto; white-space: pre; }
main:has(#show-open:checked) :is(.pass, .value, .unsupported), main:has(#show-fail:checked) .case:not(.fail) { display: none; }
`;

const SYMBOLS: Readonly<Record<CaseReport['result'], string>> = {
  pass: '✓ pass',
  fail: '✕ fail',
  unsupported: '– unsupported',
  inconclusive: '? inconclusive',
  value: '= value',
  skipped: '– skipped',
};

/** The report as one page: counts, groups, and each case with the bytes of the server beside the lines of the adapter. */
export function toHtml(report: ConformanceReport, comparison: Comparison | undefined): string {
  const { client, suite, platform, started, cases, partial } = report;
  const title = `${client.name} ${client.version}`;
  const groups = [...Map.groupBy(cases, ({ group }) => group)];
  const main = [
    `<h1>${text(title)} <small>suite ${text(suite)} · ${text(platform)} · ${text(started.slice(0, 10))}${partial ? ' · partial' : ''}</small></h1>`,
    `<ul class="levels">${LEVELS.map((level) => levelItem(report, level)).join('')}</ul>`,
    comparison
      ? `<p>Baseline: ${comparison.worse.length} worse, ${comparison.better.length} better, ${comparison.added.length} new, ${comparison.known.length} known.</p>`
      : '',
    '<fieldset class="filter"><legend class="unseen">Cases</legend>',
    filter('show-open', 'failed and inconclusive', true),
    filter('show-fail', 'failed', false),
    filter('show-all', 'all', false),
    '</fieldset>',
    `<nav aria-label="Groups"><ul class="groups">${groups.map(([group, members]) => groupItem(group, members)).join('')}</ul></nav>`,
    ...groups.map(
      ([group, members]) =>
        `<section aria-labelledby="${text(group)}"><h2 id="${text(group)}">${text(group)}</h2>${members.map((each) => caseBlock(each, comparison)).join('')}</section>`,
    ),
  ];
  return toPage(title, stylesheet, main.join('\n'));
}

function levelItem({ counts }: ConformanceReport, level: (typeof LEVELS)[number]): string {
  const { pass, fail, value } = counts[level];
  const count = level === 'I' ? `${value} values` : `${pass} of ${pass + fail}`;
  return `<li><b>${level}</b> ${LEVEL_NAMES[level]} ${count}</li>`;
}

function groupItem(group: string, members: readonly CaseReport[]): string {
  const judged = members.filter(({ result }) => result === 'pass' || result === 'fail');
  const passed = judged.filter(({ result }) => result === 'pass').length;
  return `<li><a href="#${text(group)}">${text(group)}</a> ${passed} of ${judged.length}</li>`;
}

function filter(id: string, label: string, isChecked: boolean): string {
  return `<label><input type="radio" name="show" id="${id}"${isChecked ? ' checked' : ''}/> ${label}</label>`;
}

function caseBlock(each: CaseReport, comparison: Comparison | undefined): string {
  const { id, level, clause, result, reason, got, value, expected, transcript, outcomes, requests } = each;
  const mark = comparison?.worse.includes(id)
    ? ' · worse'
    : comparison?.better.includes(id)
      ? ' · better'
      : '';
  const detail = value ?? (result === 'fail' ? got : [reason, got].filter(Boolean).join('; got ')) ?? '';
  const lines = (requests ?? []).flatMap((request, index) => [
    `→ ${JSON.stringify(request)}`,
    `← ${JSON.stringify(outcomes?.[index] ?? null)}`,
  ]);
  return [
    `<details class="case ${result}" id="case-${text(id)}">`,
    `<summary><span>${SYMBOLS[result]}${reason === 'hang' || reason === 'crash' ? ` (${reason})` : ''}</span> <span>${level}</span> <b>${text(id)}</b> <span class="soft">${text(clause)}${mark}</span> <span>${text(detail)}</span></summary>`,
    `<p>Expected: ${text(expected)}.</p>`,
    transcript
      ? `<div class="witnesses"><div><h3>Server</h3>${block(transcriptText(transcript), `The bytes of ${id}`)}</div><div><h3>Adapter</h3>${block(lines.join('\n'), `The lines of ${id}`)}</div></div>`
      : '',
    `<p><code>sparring conformance --only ${text(id)}</code></p>`,
    '</details>',
  ].join('\n');
}

/** A block that scrolls, which the keyboard can reach. */
function block(content: string, label: string): string {
  return `<pre tabindex="0" role="group" aria-label="${text(label)}">${text(content)}</pre>`;
}

function text(value: string): string {
  return escapeHtml(value);
}
