import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { compileCache } from '../support/compile-cache.ts';

export interface Program {
  /** Tried in turn until one of them is there. */
  readonly commands: readonly (readonly [command: string, ...words: string[]])[];
  /** How to install it, for whoever reads that the test was skipped. */
  readonly installation: string;
  /** Where it runs, and the only place where it may leave anything. */
  readonly home: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly questions: readonly Question[];
}

/** Something the program asks on its way, and what is typed in answer. */
export interface Question {
  readonly asks: RegExp;
  /** Given what was printed since the last answer. */
  answer(printed: string): string | Promise<string>;
}

const LONGEST = 30_000;

/** What a shell says of a command it cannot find; the scripts beside this say it of the library they drive. */
const NOT_INSTALLED = 127;

/** What the program prints until it ends well; undefined where it is not installed, and the test is then skipped. */
export async function converse(t: TestContext, program: Program): Promise<string | undefined> {
  for (const [command, ...words] of program.commands) {
    const { code, out, err } = await runToEnd(command, words, program);
    if (code === 0) return out;
    if (code !== NOT_INSTALLED)
      throw new Error(`${command} ${words.join(' ')} ended with ${code}: ${out}${err}`);
  }
  t.skip(`not installed here; ${program.installation} installs it`);
  return undefined;
}

interface Ending {
  /** Null when it was still running after the longest time. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function runToEnd(command: string, words: readonly string[], program: Program): Promise<Ending> {
  const { home, variables, questions } = program;
  const child = spawn(command, words, {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
      ...compileCache(),
      ...variables,
    },
    timeout: LONGEST,
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
