import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { runCommand } from '#cli/main.ts';
import { until } from '../until.ts';
import type { Finish } from './command.ts';

interface InProcessOptions {
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly isTerminal?: boolean;
}

/** Servers that the user of this machine runs are not those of the tests. */
const NO_DATA = path.join(tmpdir(), `sparring-no-data-${process.pid}`);

/** Starts the command in this process: a new process for each call would take seconds. */
export function startInProcess(
  args: readonly string[],
  { variables = {}, input = '', isTerminal = false }: InProcessOptions = {},
) {
  const output = { out: '', err: '' };
  const collect = (stream: 'out' | 'err') => (text: string) => {
    output[stream] += text;
  };
  const command = runCommand(args, {
    print: collect('out'),
    printError: collect('err'),
    showStatus() {},
    bold: (text) => text,
    paint: (color, text) => (isTerminal ? `<${color}>${text}</>` : text),
    isTerminal,
    outputClosed: new AbortController().signal,
    input: Readable.from([Buffer.from(input)]),
    variables: { XDG_DATA_HOME: NO_DATA, ...variables },
  });
  return {
    finish: command.then((code) => ({ code, ...output })),
    /** Waits until the output matches. */
    async printed(pattern: RegExp): Promise<void> {
      await until(() => pattern.test(output.out));
    },
  };
}

/** Runs the command in this process until it ends. */
export function runInProcess(...given: Parameters<typeof startInProcess>) {
  return startInProcess(...given).finish;
}

/** One sentence on standard error, exit code 2, and nothing else. */
export function assertUsageError({ code, out, err }: Omit<Finish, 'signal'>, message: RegExp): void {
  assert.match(err, message);
  assert.match(err, /^sparring: [^\n]+\n$/);
  assert.doesNotMatch(err, /\bat .*:\d+:\d+|Error:/);
  assert.deepEqual([code, out], [2, '']);
}
