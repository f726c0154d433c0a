import { styleText } from 'node:util';
import type { Variables } from '#config/resolve.ts';

export type Color = 'green' | 'cyan' | 'yellow' | 'red' | 'dim';

/** The streams and environment of a command. */
export interface Terminal {
  print(text: string): void;
  printError(text: string): void;
  /** Replaces the last line of standard error, if that is a terminal; an empty text removes it. */
  showStatus(text: string): void;
  bold(text: string): string;
  /** Colors text for standard output, if it supports colors. */
  paint(color: Color, text: string): string;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Aborted when the reader of standard output has closed it. */
  readonly outputClosed: AbortSignal;
  readonly input: AsyncIterable<Uint8Array>;
  readonly variables: Variables;
}

export function createTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnlessClosed);
  const outputClosed = new AbortController();
  process.stdout.once('error', () => outputClosed.abort());
  return {
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
    showStatus(text) {
      if (process.stderr.isTTY === true) process.stderr.write(`\r\x1b[K${text}`);
    },
    bold: (text) => styleText('bold', text, { stream: process.stdout }),
    paint: createPaint(process.stdout),
    isTerminal: process.stdout.isTTY === true,
    outputClosed: outputClosed.signal,
    input: process.stdin,
    variables: process.env,
  };
}

/** Colors text for a stream, if it supports colors. */
export function createPaint(stream: NodeJS.WriteStream): Terminal['paint'] {
  return (color, text) => styleText(color, text, { stream });
}

/** Whether a stream supports colors, by terminal, NO_COLOR and FORCE_COLOR. */
export function hasColour(stream: NodeJS.WriteStream): boolean {
  return styleText('bold', '-', { stream }) !== '-';
}

/** Lines with two aligned columns. */
export function formatColumns(rows: readonly (readonly [string, string])[], indent = '  '): string {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows
    .map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`.trimEnd().concat('\n'))
    .join('');
}

/** Ignores a closed pipe, as with `sparring endpoints | head`. Output that is lost for another reason ends the command. */
function endUnlessClosed({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE' || code === 'EIO') return;
  process.stderr.write(`sparring: The output cannot be written: ${message}\n`);
  process.exit(1);
}
