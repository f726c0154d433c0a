import type { Terminal } from './terminal.ts';

/** A table with aligned columns. */
export function toTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { bold }: Pick<Terminal, 'bold'>,
): string {
  const cells = rows.map((row) => row.map(toPlainText));
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [bold(toLine(names)), ...cells.map(toLine)].map((line) => `${line}\n`).join('');
}

/** Removes control characters from untrusted text, which could control the terminal. */
export function toPlainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
