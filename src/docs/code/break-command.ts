/** A longer line of a command is broken before its options and the operators between commands. */
const MAX_LENGTH = 76;

/**
 * Breaks long lines of shell commands with `\` before options, URLs and the operators between commands. Quoted text, comments
 * and texts with a here-document stay as they are.
 */
export function breakCommand(text: string): string {
  if (text.includes('<<')) return text;
  let result = '';
  for (const { line, places, end } of linesOf(text)) {
    const parts = end > MAX_LENGTH ? splitAt(line, places) : [line];
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    result += fill(parts).join(` \\\n${indent}  `);
  }
  return result;
}

interface CommandLine {
  /** With its line break. */
  readonly line: string;
  /** The spaces before options, URLs and operators that are not within quotes. */
  readonly places: readonly number[];
  /** The end of the command, before a comment. */
  readonly end: number;
}

function linesOf(text: string): CommandLine[] {
  const lines: CommandLine[] = [];
  let start = 0;
  let places: number[] = [];
  let comment: number | undefined;
  let quote = '';
  for (let place = 0; place < text.length; place++) {
    const character = text[place] ?? '';
    if (character === '\\' && quote !== "'") place++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '#' && /^\s?$/.test(text[place - 1] ?? '')) {
      comment = place - start;
      const end = text.indexOf('\n', place);
      place = (end < 0 ? text.length : end) - 1;
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '\n') {
      addLine(place + 1);
      start = place + 1;
      places = [];
      comment = undefined;
    } else if (
      character === ' ' &&
      /^ (?:-{1,2}[A-Za-z]|'https?:|https?:|\|{1,2} |&& )/.test(text.slice(place, place + 9))
    )
      places.push(place - start);
  }
  addLine(text.length);
  return lines;

  function addLine(end: number): void {
    const line = text.slice(start, end);
    lines.push({ line, places, end: line.slice(0, comment).trimEnd().length });
  }
}

function splitAt(line: string, places: readonly number[]): string[] {
  const ends = [...places, line.length];
  return ends.map((end, index) => line.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + 1, end));
}

/** Joins parts as long as their line is short enough. */
function fill(parts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length < MAX_LENGTH)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines;
}
