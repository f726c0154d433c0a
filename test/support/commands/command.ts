import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileCache } from './compile-cache.ts';

/** Runs actions after a test, such as the context of the test. */
export interface Cleanup {
  after(action: () => unknown): void;
}

/** Starts the source; in a run of all tests, the bundle. */
export const launcher =
  process.env.SPARRING_TEST_LAUNCHER ?? path.join(import.meta.dirname, '../../../bin/sparring.cjs');

export interface Finish {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Arguments for Node itself, before the launcher. */
  readonly node?: readonly string[];
  readonly file?: string;
}

export interface RunningCommand {
  readonly process: ChildProcess;
  readonly finish: Promise<Finish>;
  /** Resolves when the pattern has been printed; rejects if the command ends without it. */
  printed(pattern: RegExp, stream?: 'out' | 'err'): Promise<RegExpExecArray>;
}

/**
 * A folder that is removed after the test, after everything that the test opens later is closed: hooks run in the order
 * in which they were added, and a server reports a database that is deleted before it is closed.
 */
export async function temporaryFolder(t: Cleanup): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-'));
  t.after(() => t.after(() => rm(folder, { recursive: true, force: true })));
  return folder;
}

/** Starts the real command, with its own data folder and without the settings of this machine. */
export function command(
  t: Cleanup,
  home: string,
  words: readonly string[],
  options: RunOptions = {},
): RunningCommand {
  const child = spawn(process.execPath, [...(options.node ?? []), options.file ?? launcher, ...words], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: path.join(home, 'data'),
      ...compileCache(),
      ...options.variables,
    },
  });
  t.after(() => child.kill('SIGKILL'));
  const texts = { out: '', err: '' };
  const watchers = new Set<() => void>();
  const collect = (stream: 'out' | 'err') => (chunk: Buffer) => {
    texts[stream] += chunk.toString('utf8');
    for (const watch of watchers) watch();
  };
  child.stdout.on('data', collect('out'));
  child.stderr.on('data', collect('err'));
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');

  const finish = new Promise<Finish>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, ...texts }));
  });
  return {
    process: child,
    finish,
    printed: (pattern, stream = 'out') =>
      new Promise((resolve, reject) => {
        const watch = () => {
          const found = pattern.exec(texts[stream]);
          if (found) resolve(found);
        };
        watchers.add(watch);
        watch();
        finish.then(({ err }) => reject(new Error(`${pattern} was not printed: ${texts.out}${err}`)));
      }),
  };
}

/** Runs the command until it ends. */
export function run(
  t: Cleanup,
  home: string,
  words: readonly string[],
  options?: RunOptions,
): Promise<Finish> {
  return command(t, home, words, options).finish;
}
