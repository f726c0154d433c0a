import type { Static } from 'typebox';
import type { LifecycleView } from '#control/operations/server/lifecycle.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { formatPlainJson, replaceControls } from './table.ts';
import { formatColumns, type Terminal } from './terminal.ts';

type Report = Static<typeof LifecycleView>;
type Family = Report['authorizations'];
type Row = [left: string, right: string];

/** The state of the lifecycle at a time, as text. */
export function formatLifecycle(report: Report, { bold }: Pick<Terminal, 'bold'>): string {
  const sections: [string, Row[]][] = [
    ['OAuth authorizations, the grants among them', formatRows(report.authorizations, report.at)],
    ['Application endpoints with the token in the path', formatRows(report.path_tokens, report.at)],
    ['All other endpoints, called with a password', formatCallRows(report.password)],
  ];
  const head = replaceControls(`At ${report.at}, by the schedule ${report.schedule}:`);
  const texts = sections.map(([title, rows]) => `${bold(title)}\n${formatColumns(rows.map(toPlainRow))}`);
  return [`${head}\n`, ...texts].join('\n');
}

function formatRows(family: Family, at: string): Row[] {
  const { phase, from, until, next } = family;
  const since = `${from ? ` since ${from}` : ''}${until ? ` until ${until}` : ''}`;
  return [
    ['Phase', `${phase}${since}`],
    ...formatCallRows(family.call),
    ['Next', next ? `${next.phase} at ${next.at}` : 'nothing more'],
    ...formatCalendarRows(family.calendar, at),
  ];
}

function formatCallRows({ is_answered: isServed, status, headers, body }: Report['password']): Row[] {
  return [
    ['Calls', isServed ? 'are answered' : `are refused with ${status} ${reasonPhrase(status ?? 0)}`],
    ...Object.entries(headers).map(([name, value]): Row => ['', `${name}: ${value}`]),
    ...(body ? [['', formatPlainJson(body)] satisfies Row] : []),
  ];
}

/** Marks the current phase: of the phases that apply, the one that began last. */
function formatCalendarRows(calendar: Family['calendar'], at: string): Row[] {
  const current = calendar.findLast(
    ({ from, until }) => (from === null || from <= at) && (until === null || at < until),
  );
  return calendar.map((row, index) => {
    const days = `${(row.from ?? 'always').padEnd(20)}  ${(row.until ?? '').padEnd(20)}`;
    const mark = row === current ? '>' : ' ';
    return [index === 0 ? 'All' : '', `${mark} ${days}  ${row.phase} ${row.status ?? ''}`];
  });
}

function toPlainRow([left, right]: Row): Row {
  return [left, replaceControls(right)];
}
