import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { compileCache } from '../support/commands/compile-cache.ts';

export interface Program {
  /** Tried in order until one is found. */
  readonly commands: readonly (readonly [command: string, ...args: string[]])[];
  /** Command that installs the program, for the message of a skipped test. */
  readonly installation: string;
  /** Output of a program that lacks its library, if it does not exit with 127. */
  readonly missing?: RegExp;
  /** Working and home directory, the only place where the program may leave files. */
  readonly home: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly questions: readonly Question[];
}

/** A prompt of the program, and the text to enter. */
export interface Question {
  readonly asks: RegExp;
  /** Gets the output since the last answer. */
  answer(printed: string): string | Promise<string>;
}

const TIMEOUT_MS = 30_000;

/** Exit code of a shell without the command; the scripts in this folder use it for a missing library. */
const NOT_INSTALLED = 127;

/** The output of the program once it has succeeded; undefined if it is not installed, and the test is then skipped. */
export async function converse(t: TestContext, program: Program): Promise<string | undefined> {
  for (const [command, ...args] of program.commands) {
    const { code, out, err } = await runToEnd(command, args, program);
    if (code === 0) return out;
    if (code !== NOT_INSTALLED && !program.missing?.test(err))
      throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${out}${err}`);
  }
  t.skip(`not installed here; ${program.installation} installs it`);
  return undefined;
}

interface Ending {
  /** Null if the process was still running at the time limit. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function runToEnd(command: string, args: readonly string[], program: Program): Promise<Ending> {
  const { home, variables, questions } = program;
  const child = spawn(command, args, {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
      ...compileCache(),
      ...variables,
    },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const { promise, resolve, reject } = Promise.withResolvers<Ending>();
  const texts = { out: '', err: '' };
  let unanswered = '';

  async function listen(text: string): Promise<void> {
    unanswered += text;
    const question = questions.find(({ asks }) => asks.test(unanswered));
    if (!question) return;
    const printed = unanswered;
    unanswered = '';
    child.stdin.write(`${await question.answer(printed)}\n`);
  }

  for (const [stream, name] of [[child.stdout, 'out'] as const, [child.stderr, 'err'] as const]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      listen(text).catch((error: unknown) => {
        reject(error);
        child.kill('SIGKILL');
      });
    });
  }
  child.stdin.on('error', () => {});
  child.on('error', (error) =>
    'code' in error && error.code === 'ENOENT' ? resolve({ code: NOT_INSTALLED, ...texts }) : reject(error),
  );
  child.on('close', (code) => resolve({ code, ...texts }));
  return promise;
}
