import { quoteText } from './quoting.ts';

/** Quotes text, of which each character is a byte, for a POSIX shell. */
export function quoteBytes(bytes: string): string {
  if (/^[\t -~]*$/.test(bytes)) return quoteText(bytes);
  const text = Buffer.from(bytes, 'latin1');
  const decoded = text.toString('utf8');
  // Readable where the terminal shows it; other bytes as octal escapes of printf (POSIX.1, XCU 3.318).
  if (Buffer.from(decoded).equals(text) && !UNREADABLE.test(decoded)) return quoteText(decoded);
  const escaped = bytes.replace(/[^ -~]|['\\%"$`!]/g, (character) =>
    character === '%' ? '%%' : `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  // `--`: the format can begin with a hyphen (POSIX.1, XBD 12.2, guideline 10).
  return `"$(printf -- '${escaped}')"`;
}

/** A command that writes the bytes. `printf` is a part of the shell, and has no limit of length. */
export function printBytes(bytes: Uint8Array): string {
  return `printf %s '${Buffer.from(bytes).toString('base64')}' | base64 -d`;
}

/** Lines of a command, joined with backslashes. */
export function joinArguments(command: string, lines: readonly string[]): string {
  return [command, ...lines.map((line) => `  ${line}`)].join(' \\\n');
}

export function formatComments(notes: readonly string[], mark = '#'): string {
  return notes.map((note) => `${mark} ${note}\n`).join('');
}

/** Longer bodies do not fit into an argument on Linux. */
export const MAX_ARGUMENT = 100_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched
const UNREADABLE = /[\x00-\x08\x0a-\x1f\x7f-\x9f]/;
