import type { Terminal } from './terminal.ts';

/** A table with aligned columns. */
export function formatTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { bold }: Pick<Terminal, 'bold'>,
): string {
  const cells = rows.map((row) => row.map(replaceControls));
  const widths = names.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const formatLine = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [bold(formatLine(names)), ...cells.map(formatLine)].map((line) => `${line}\n`).join('');
}

/** Removes control characters from untrusted text, which could control the terminal. */
export function replaceControls(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/**
 * JSON without control characters as such, which a terminal would not receive. `JSON.stringify` escapes those below U+0020
 * only, but U+009B alone starts a control sequence on terminals that support C1 (ECMA-48 §5.4).
 */
export function formatPlainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
