import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from '#control/operations/server/connection.ts';
import { type Cleanup, launcher, temporaryFolder } from './command.ts';
import { compileCache } from './compile-cache.ts';

export interface StartedProgram {
  readonly process: ChildProcess;
  /** What was printed so far. */
  readonly texts: { out: string; err: string };
  /** Resolves when the first line of standard output is complete. */
  readonly connection: Promise<Connection>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** The folder for temporary files of the server. */
  readonly temporary: string;
}

export interface ProgramStart {
  readonly words?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** The program and its arguments, in place of Node and the launcher. */
  readonly program?: readonly string[];
  readonly stdin?: 'pipe' | 'ignore';
}

export const WORDS = ['serve', '--print', 'json', '--until-stdin-closes'];

/** Starts a server as a program does: with pipes, of which standard input stays open. */
export async function startProgram(
  t: Cleanup,
  { words = [], variables = {}, program = [process.execPath, launcher], stdin = 'pipe' }: ProgramStart = {},
): Promise<StartedProgram> {
  const home = await temporaryFolder(t);
  const temporary = path.join(home, 'tmp');
  await mkdir(temporary);
  const [file = '', ...first] = program;
  const child = spawn(file, [...first, ...WORDS, ...words], {
    cwd: home,
    stdio: [stdin, 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: temporary, ...compileCache(), ...variables },
  });
  t.after(() => child.kill('SIGKILL'));
  child.stdin?.on('error', () => {});
  const texts = { out: '', err: '' };
  const { promise: connection, resolve, reject } = Promise.withResolvers<Connection>();
  connection.catch(() => {});
  child.stdout?.on('data', (chunk: Buffer) => {
    texts.out += chunk;
    if (texts.out.includes('\n')) resolve(JSON.parse(texts.out));
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    texts.err += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    reject(new Error(`ended with ${code} ${signal}: ${texts.err}`));
    return { code, signal };
  });
  return { process: child, texts, connection, ended, temporary };
}
