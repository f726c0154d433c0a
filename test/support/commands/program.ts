import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';

/** What a program printed on both streams until it ended. */
export interface ProgramRun {
  readonly code: number | null;
  readonly printed: string;
}

/** Runs a program in a folder until it ends, at the latest with the test. */
export function runProgram(
  t: TestContext,
  folder: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ProgramRun> {
  const [program = '', ...args] = words;
  const child = spawn(program, args, { cwd: folder, env });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, printed }));
  });
}
