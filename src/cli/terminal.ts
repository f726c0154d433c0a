import { styleText } from 'node:util';
import type { Variables } from '../config/resolve.ts';

/** What the command talks to: its streams, safe against a reader that has gone away, and its variables. */
export interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  bold(text: string): string;
  readonly input: AsyncIterable<Uint8Array>;
  readonly variables: Variables;
}

export function createTerminal(): Terminal {
  // `sparring endpoints | head` closes the pipe early; that is no failure.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', passOver);
  return {
    print: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
    bold: (text) => styleText('bold', text, { stream: process.stdout }),
    input: process.stdin,
    variables: process.env,
  };
}

/** Whether colours are wanted on a stream: a terminal, NO_COLOR and FORCE_COLOR decide. */
export function hasColour(stream: NodeJS.WriteStream): boolean {
  return styleText('bold', '-', { stream }) !== '-';
}

/** Lines of two columns. */
export function toColumns(rows: readonly (readonly [string, string])[], indent = '  '): string {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows
    .map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`.trimEnd().concat('\n'))
    .join('');
}

function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}
