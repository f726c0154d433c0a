import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { runCommand } from '../../src/cli.ts';
import type { Finish } from './command.ts';

/** Runs the command in this process: a new process for each call would take seconds. */
export async function say(words: readonly string[], { variables = {}, input = '' } = {}) {
  const said = { out: '', err: '' };
  const hear = (stream: 'out' | 'err') => (text: string) => {
    said[stream] += text;
  };
  const code = await runCommand(words, {
    print: hear('out'),
    printError: hear('err'),
    bold: (text) => text,
    input: Readable.from([Buffer.from(input)]),
    variables,
  });
  return { code, ...said };
}

/** One sentence on standard error, exit code 2, and nothing else. */
export function assertRefused({ code, out, err }: Omit<Finish, 'signal'>, message: RegExp): void {
  assert.match(err, message);
  assert.match(err, /^sparring: [^\n]+\n$/);
  assert.doesNotMatch(err, /\bat .*:\d+:\d+|Error:/);
  assert.deepEqual([code, out], [2, '']);
}
