import { stripVTControlCharacters } from 'node:util';

/** A command's help with its own commands and options before the many settings, below which nobody would find them. */
export function toReadingOrder(help: string): string {
  const sections = help.trimEnd().split('\n\n');
  const ranked = sections.map((section, index) => ({ section, rank: rankOf(section, index) }));
  ranked.sort((one, other) => one.rank - other.rank);
  return `${ranked.map(({ section }) => section).join('\n\n')}\n`;
}

/** The first two tell the usage and what the command is for. */
function rankOf(section: string, index: number): number {
  const rank = FIRST.indexOf(stripVTControlCharacters(section).split('\n', 1)[0] ?? '');
  if (rank >= 0) return rank + 1;
  return index < 2 ? 0 : FIRST.length + 1;
}

const FIRST = ['Arguments:', 'Commands:', 'Options:'];
