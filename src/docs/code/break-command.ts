/** A longer line of a command is broken before its options and the operators between commands. */
const MAX_LENGTH = 76;

/**
 * Breaks long lines of shell commands with `\` before options, URLs and the operators between commands. Quoted text, comments
 * and texts with a here-document stay as they are.
 */
export function breakCommand(text: string): string {
  if (text.includes('<<')) return text;
  let result = '';
  for (const [line, places] of linesOf(text)) {
    const parts = line.length > MAX_LENGTH ? splitAt(line, places) : [line];
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    result += fill(parts).join(` \\\n${indent}  `);
  }
  return result;
}

/** The lines of a text with their line breaks, and the places of spaces before options, URLs and operators that are not within quotes. */
function linesOf(text: string): [line: string, places: number[]][] {
  const lines: [string, number[]][] = [];
  let start = 0;
  let places: number[] = [];
  let quote = '';
  for (let place = 0; place < text.length; place++) {
    const character = text[place] ?? '';
    if (character === '\\' && quote !== "'") place++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '#' && /^\s?$/.test(text[place - 1] ?? '')) {
      const end = text.indexOf('\n', place);
      place = (end < 0 ? text.length : end) - 1;
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '\n') {
      lines.push([text.slice(start, place + 1), places]);
      start = place + 1;
      places = [];
    } else if (
      character === ' ' &&
      /^ (?:-{1,2}[A-Za-z]|'https?:|https?:|\|{1,2} |&& )/.test(text.slice(place, place + 9))
    )
      places.push(place - start);
  }
  lines.push([text.slice(start), places]);
  return lines;
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
