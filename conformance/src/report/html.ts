import { escapeHtml, loadBrowserScript } from '../server.ts';
import { describeLevel, LEVEL_NAMES, LEVELS } from '../verdict/case.ts';
import type { Comparison } from './baseline.ts';
import { clauseHtml } from './clause-html.ts';
import { countText } from './count-text.ts';
import { filterFields } from './filter-fields.ts';
import { renderReportPage } from './page.ts';
import type { CaseReport, ConformanceReport } from './report.ts';
import { RESULT_LABELS } from './result-labels.ts';
import { transcriptText } from './transcript-text.ts';

const stylesheet = `
.levels { display: flex; flex-wrap: wrap; gap: var(--2) var(--5); list-style: none; margin: var(--3) 0; padding: 0; }
.groups { columns: 14rem auto; list-style: none; padding: 0; }
.filters { display: grid; gap: var(--3); margin: var(--4) 0; } .filters > fieldset { border: 0; display: flex; flex-wrap: wrap; gap: var(--1) var(--4); margin: 0; padding: 0; }
.filters legend { float: left; font-weight: 600; min-width: 4rem; padding: var(--1) 0; } .filters fieldset label { align-items: center; display: inline-flex; gap: var(--1); min-height: 24px; }
@media (max-width: 719px) { .filters legend { width: 100%; } }
.filters > p { align-items: center; display: flex; flex-wrap: wrap; gap: var(--3); } .filters input[type="search"] { max-width: var(--article); }
.case { border-top: 1px solid var(--line); padding: var(--2) 0; }
.case > summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: var(--1) var(--3); min-height: 24px; }
.case > summary > b { font-weight: 600; }
.pass > summary > span:first-child { color: var(--green); } .fail > summary > span:first-child { color: var(--red); }
.inconclusive > summary > span:first-child { color: var(--amber); }
.witnesses { display: grid; gap: var(--4); grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.witnesses > div { min-width: 0; } .witnesses pre { max-height: 24rem; overflow: auto; white-space: pre; }
.rule { display: grid; gap: var(--1) var(--4); grid-template-columns: max-content minmax(0, 1fr); margin: var(--2) 0; max-width: var(--article); }
.rule dt { color: var(--ink-2); } .rule dd, .rule blockquote { margin: 0; } .rule blockquote::before { content: "“"; } .rule blockquote::after { content: "”"; }
`;

/** Returns the script of the report for browsers, from the folder `browser`. */
export async function loadReportScript(): Promise<string> {
  return (await loadBrowserScript('conformance/src/report')).text;
}

/**
 * The report as one page: counts, groups, and each case with its rule, and the bytes of the server beside the lines of the adapter.
 * @param script that of `loadReportScript`, which shows the fields and hides what they do not select
 */
export function renderReport(
  report: ConformanceReport,
  comparison: Comparison | undefined,
  script: string,
): string {
  const { client, suite, platform, started, cases, partial } = report;
  const title = `${client.name} ${client.version}`;
  const groups = [...Map.groupBy(cases, ({ group }) => group)];
  const main = [
    `<h1>${text(title)} <small>suite ${text(suite)} · ${text(platform)} · ${text(started.slice(0, 10))}${partial ? ' · partial' : ''}</small></h1>`,
    `<ul class="levels">${LEVELS.map((level) => levelItem(cases, level)).join('')}</ul>`,
    comparison
      ? `<p>Baseline: ${comparison.worse.length} worse, ${comparison.better.length} better, ${comparison.added.length} new, ${comparison.known.length} known.</p>`
      : '',
    filterFields(cases),
    `<nav aria-label="Groups"><ul class="groups">${groups.map(([group, members]) => groupItem(group, members)).join('')}</ul></nav>`,
    ...groups.map(
      ([group, members]) =>
        `<section data-group="${text(group)}" aria-labelledby="${text(group)}"><h2 id="${text(group)}">${text(group)}</h2>${members.map((each) => caseBlock(each, comparison)).join('')}</section>`,
    ),
  ];
  return renderReportPage(title, stylesheet, main.join('\n'), script);
}

function levelItem(cases: readonly CaseReport[], level: (typeof LEVELS)[number]): string {
  const members = cases.filter((each) => each.level === level);
  return members.length === 0 ? '' : `<li><b>${level}</b> ${LEVEL_NAMES[level]} ${countText(members)}</li>`;
}

function groupItem(group: string, members: readonly CaseReport[]): string {
  return `<li data-group="${text(group)}"><a href="#${text(group)}">${text(group)}</a> ${countText(members)}</li>`;
}

function caseBlock(each: CaseReport, comparison: Comparison | undefined): string {
  const { id, level, clause, result, reason, got, value, transcript, outcomes, requests } = each;
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
    `<details class="case ${result}" id="case-${text(id)}" data-level="${level}" data-result="${result}">`,
    `<summary><span>${RESULT_LABELS[result]}${reason === 'hang' || reason === 'crash' ? ` (${reason})` : ''}</span> <span>${level}</span> <b>${text(id)}</b> <span class="soft">${text(clause)}${mark}</span> <span>${text(detail)}</span></summary>`,
    ruleBlock(each),
    transcript
      ? `<div class="witnesses"><div><h3>Server</h3>${block(transcriptText(transcript), `The bytes of ${id}`)}</div><div><h3>Adapter</h3>${block(lines.join('\n'), `The lines of ${id}`)}</div></div>`
      : '',
    `<p><code>sparring conformance --only ${text(id)}</code></p>`,
    '</details>',
  ].join('\n');
}

/** What is expected, the sentence on which it rests, where that can be read, and why the case has its level. */
function ruleBlock(tested: CaseReport): string {
  const { clause, quote, expected } = tested;
  return [
    '<dl class="rule">',
    `<dt>Expected</dt><dd>${text(expected)}</dd>`,
    `<dt>Clause</dt><dd>${clauseHtml(clause)}${quote === undefined ? '' : `<blockquote>${text(quote)}</blockquote>`}</dd>`,
    `<dt>Level</dt><dd>${text(describeLevel(tested))}</dd>`,
    '</dl>',
  ].join('');
}

/** A block that scrolls, which the keyboard can reach. */
function block(content: string, label: string): string {
  return `<pre tabindex="0" role="group" aria-label="${text(label)}">${text(content)}</pre>`;
}

function text(value: string): string {
  return escapeHtml(value);
}
