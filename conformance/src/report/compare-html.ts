import { escapeHtml } from '../server.ts';
import { clauseHtml } from './clause-html.ts';
import { type ComparedCase, cellText, columnTitle } from './compare.ts';
import { renderReportPage } from './page.ts';
import type { ConformanceReport } from './report.ts';

const stylesheet = `
.table { overflow-x: auto; } table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: var(--1) var(--2); text-align: left; vertical-align: top; white-space: nowrap; }
thead th { background: var(--bg); position: sticky; top: 0; }
td > details { max-width: 24rem; white-space: normal; }
.fail { color: var(--red); } .pass { color: var(--green); }
main:has(#differs:checked) tr.same { display: none; }
`;

/** The table of clients as one page: rules by group, clients as columns, and the detail of a cell behind it. */
export function renderComparison(
  reports: readonly ConformanceReport[],
  rows: readonly ComparedCase[],
): string {
  const groups = [...Map.groupBy(rows, ({ group }) => group)];
  const heads = reports.map((report) => `<th scope="col">${text(columnTitle(report))}</th>`).join('');
  const main = [
    '<h1>HTTP clients</h1>',
    `<p class="soft">${reports.map((report) => `${text(columnTitle(report))}, ${text(report.platform)}, ${text(report.started.slice(0, 10))}`).join(' · ')}</p>`,
    '<p><label><input type="checkbox" id="differs"/> only rules in which the clients differ</label></p>',
    ...groups.map(([group, members]) =>
      [
        `<h2 id="${text(group)}">${text(group)}</h2>`,
        `<div class="table" tabindex="0" role="region" aria-label="${text(group)}"><table><thead><tr><th scope="col">Case</th><th scope="col">Clause</th>${heads}</tr></thead><tbody>`,
        ...members.map(rowOf),
        '</tbody></table></div>',
      ].join('\n'),
    ),
  ];
  return renderReportPage('HTTP clients', stylesheet, main.join('\n'));
}

function rowOf({ id, level, clause, expected, cells, differs }: ComparedCase): string {
  const columns = cells.map((cell) => {
    const label = text(cellText(cell));
    const detail = cell?.got === undefined ? '' : `<p>got ${text(cell.got)}</p>`;
    return `<td class="${cell?.result ?? ''}">${detail === '' ? label : `<details><summary>${label}</summary>${detail}</details>`}</td>`;
  });
  return `<tr class="${differs ? 'differs' : 'same'}"><th scope="row"><abbr title="${text(expected)}">${level} ${text(id)}</abbr></th><td>${clauseHtml(clause)}</td>${columns.join('')}</tr>`;
}

function text(value: string): string {
  return escapeHtml(value);
}
