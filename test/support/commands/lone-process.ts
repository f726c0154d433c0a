import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compile-cache.ts';
import { runProgram } from './program.ts';

const script = fileURLToPath(new URL('./lone-commands.ts', import.meta.url));

/** The result of one command. */
export interface LoneResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs commands one after the other in one process that does nothing else: a command that waits for something that does
 * not keep the process alive ends it. `start()` and a database is the function of the library.
 * @param prefix a program that runs the process.
 */
export async function runAlone(
  t: TestContext,
  home: string,
  commands: readonly (readonly string[])[],
  prefix: readonly string[] = [],
): Promise<LoneResult[]> {
  const words = [...prefix, process.execPath, script, JSON.stringify(commands)];
  const variables = { PATH: process.env.PATH, HOME: home, ...compileCache() };
  const { code, printed } = await runProgram(t, home, words, variables);
  const lines = printed.split('\n').filter((line) => line.startsWith('{"code"'));
  const last = commands[lines.length]?.join(' ');
  assert.equal(lines.length, commands.length, `the process ended with ${code} in ${last}: ${printed}`);
  assert.equal(code, 0, printed);
  assert.doesNotMatch(printed, /^the command ran$/m);
  return lines.map((line) => JSON.parse(line));
}
