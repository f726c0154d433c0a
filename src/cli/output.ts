import { styleText } from 'node:util';

/** The two streams of the command, safe against a reader that has gone away. */
export interface Output {
  print(text: string): void;
  complain(text: string): void;
  bold(text: string): string;
  dim(text: string): string;
}

export function createOutput(): Output {
  // `sparring endpoints | head` closes the pipe early; that is no failure.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', passOver);
  const style = (format: 'bold' | 'dim') => (text: string) =>
    styleText(format, text, { stream: process.stdout });
  return {
    print: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
    bold: style('bold'),
    dim: style('dim'),
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
