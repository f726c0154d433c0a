import { allCases, type ConformanceCase, groupOf, LEVEL_NAMES } from '@sparring/conformance';

const INTRODUCTION = `# Cases of the conformance suite

\`sparring conformance\` runs these cases ([guide](../guide/conformance.md)). The levels are R requirement, X safety, B robustness,
S recommendation and I information.`;

/** The table of all cases, by group. */
export function conformanceCasesPage(): string {
  const groups = [...Map.groupBy(allCases, groupOf)].map(([group, cases]) =>
    [
      `## ${group}`,
      '',
      '| Case | Level | Clause | Needs | Expected |',
      '|---|---|---|---|---|',
      ...cases.map(formatRow),
    ].join('\n'),
  );
  return `${[INTRODUCTION, ...groups].join('\n\n')}\n`;
}

function formatRow({ id, level, clause, needs, supports, expect }: ConformanceCase): string {
  const required = [...supports, ...needs.filter((need) => need !== 'control.get')];
  return `| \`${id}\` | <abbr title="${LEVEL_NAMES[level]}">${level}</abbr> | ${clause} | ${required.map((each) => `\`${each}\``).join(', ')} | ${expect.text.replaceAll('|', '\\|')} |`;
}
