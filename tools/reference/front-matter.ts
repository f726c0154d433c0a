import type { GuideGroup, RowKind } from '#docs/guides/guide.ts';

/** The front matter of a generated page that the server shows among the guides. */
export function frontMatter(
  group: GuideGroup,
  order: number,
  summary: string,
  rows: Readonly<Record<string, RowKind>> = {},
): string {
  const lines = Object.entries(rows).map(([column, kind]) => `  ${column}: ${kind}`);
  return `---\n${[
    `group: ${group}`,
    `order: ${order}`,
    `summary: ${JSON.stringify(summary)}`,
    ...(lines.length > 0 ? ['rows:', ...lines] : []),
  ].join('\n')}\n---\n\n`;
}
