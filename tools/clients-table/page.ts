import { allCases, type ConformanceCase, cellText, groupOf } from '@sparring/conformance';
import { type AllResults, type Cell, type ClientResults, entriesOf } from './results.ts';

const INTRODUCTION = `# What HTTP clients do

Generated from [results.json](results.json), which \`node tools/conformance-clients.ts\` writes: from runs of the [conformance suite](../../docs/guide/conformance.md)
with the defaults of each client, by the adapters in \`conformance/adapters\`. Rows are [cases](../../docs/reference/conformance-cases.md), columns clients. The tables have the
cases in which clients differ. A dash is a case that the adapter or the client does not support, or a result of level X other than a pass, which is not
published; an empty cell is a case that was not run since its rule changed. Recommendations (S) and choices (I) are not failures. A date is that of the
last run of all cases.`;

interface Row {
  readonly declared: ConformanceCase;
  /** In the order of the clients; undefined where the result is not published, or of an earlier rule. */
  readonly cells: readonly (Cell | undefined)[];
  readonly texts: readonly string[];
}

/** The table of clients, by the cases of this suite. */
export function clientsPage(results: AllResults, cases: readonly ConformanceCase[] = allCases): string {
  const clients = entriesOf(results).map(([, client]) => client);
  const rows = cases.map((declared) => buildRow(declared, clients));
  const groups = [...Map.groupBy(rows.filter(differs), ({ declared }) => groupOf(declared))];
  const parts = [
    INTRODUCTION,
    versions(clients),
    alike(rows),
    ...groups.map(([group, members]) => groupTable(group, members, clients)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function buildRow(declared: ConformanceCase, clients: readonly ClientResults[]): Row {
  const cells = clients.map(({ cases }) => {
    const cell = cases[declared.id];
    return cell?.revision === declared.revision ? cell : undefined;
  });
  return { declared, cells, texts: cells.map((cell) => published(declared, cell)) };
}

/** So many are in the table; all of them are in the results. */
const MAX_VERSIONS = 4;

function versionsText(beneath: Readonly<Record<string, string>>): string {
  return Object.entries(beneath)
    .slice(0, MAX_VERSIONS)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}

function versions(clients: readonly ClientResults[]): string {
  return [
    '| Client | Version | Language | On | Platform | Date |',
    '|---|---|---|---|---|---|',
    ...clients.map(
      ({ client, version, versions: beneath = {}, language, platform, date }) =>
        `| ${client} | ${version} | ${language} | ${versionsText(beneath)} | ${platform} | ${date} |`,
    ),
  ].join('\n');
}

/** Whether published results differ. A case that a client does not support tells nothing. */
function differs({ texts }: Row): boolean {
  return new Set(texts.filter((text) => text !== '–' && text !== '')).size > 1;
}

function alike(rows: readonly Row[]): string {
  const same = rows.filter((row) => !differs(row)).map(({ declared }) => `\`${declared.id}\``);
  return `All clients that support them have the same result in ${same.length} cases: ${same.join(', ')}.`;
}

function groupTable(group: string, rows: readonly Row[], clients: readonly ClientResults[]): string {
  return [
    `## ${group}`,
    '',
    `| Case | Level | ${clients.map(({ client }) => client).join(' | ')} |`,
    `|---|---|${clients.map(() => '---|').join('')}`,
    ...rows.map(
      ({ declared: { id, level }, texts }) =>
        `| \`${id}\` | ${level} | ${texts.map((text) => text || ' ').join(' | ')} |`,
    ),
    ...details(rows, clients),
  ].join('\n');
}

/** What the clients did in place of what was expected. */
function details(rows: readonly Row[], clients: readonly ClientResults[]): string[] {
  const lines = rows.flatMap(({ declared: { id, expect }, cells }) => {
    const failed = cells.flatMap((cell, index) =>
      cell?.result === 'fail' ? [`${clients[index]?.client}: ${plain(cell.got ?? '', 120)}`] : [],
    );
    return failed.length === 0
      ? []
      : [`- \`${id}\`, expected ${plain(expect.text, 200)}. ${failed.join('; ')}`];
  });
  return lines.length === 0
    ? []
    : ['', '<details><summary>What was found</summary>', '', ...lines, '', '</details>'];
}

function published({ level }: ConformanceCase, cell: Cell | undefined): string {
  if (!cell) return level === 'X' ? '–' : '';
  const text = plain(cellText(cell), 60);
  return level === 'I' && cell.value !== undefined ? text : text.replace(/^(\S) pass$/, '$1');
}

/** Text of a client is no markup. */
function plain(text: string, length: number): string {
  const shown = text.replace(/[`|\s]+/g, ' ');
  if (/^[✓✕?–]/u.test(shown)) return shown;
  const cut = shown.length > length ? `${shown.slice(0, length - 1)}…` : shown;
  return cut.trim() === '' ? '' : `\`${cut.trim()}\``;
}
