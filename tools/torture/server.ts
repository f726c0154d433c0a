import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loginOf, PASSWORD, USERS } from './workload.ts';

const launcher = path.join(import.meta.dirname, '../../bin/sparring.cjs');

/** A Sparring server in a process of its own, whose log is kept. */
export class ServerProcess {
  readonly port: number;
  readonly #database: string;
  readonly #folder: string;
  readonly #options: readonly string[];
  #process: ChildProcess | undefined;
  /** How the process ended, if nothing here ended it. */
  unexpectedEnd: string | undefined;
  #log = '';

  private constructor(database: string, port: number, folder: string, options: readonly string[]) {
    this.#database = database;
    this.port = port;
    this.#folder = folder;
    this.#options = options;
  }

  static async create(
    database: string,
    port: number,
    options: readonly string[] = [],
  ): Promise<ServerProcess> {
    const folder = await mkdtemp(path.join(tmpdir(), 'sparring-torture-'));
    const users = Array.from({ length: USERS }, (_, user) => ({ login: loginOf(user), password: PASSWORD }));
    await writeFile(path.join(folder, 'seed.json'), JSON.stringify({ users }));
    return new ServerProcess(database, port, folder, options);
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Resolves when the server listens. */
  async start(): Promise<void> {
    const settings = ['--port', String(this.port), '--database', this.#database, '--password-cost', 'test'];
    const fixed = ['--no-starter', '--log-format', 'json', '--rate-limit', '0', '--lifecycle', 'supported'];
    const seed = ['--seed', path.join(this.#folder, 'seed.json')];
    const child = spawn(
      process.execPath,
      [launcher, 'serve', ...settings, ...fixed, ...seed, ...this.#options],
      {
        env: { PATH: process.env.PATH, HOME: this.#folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      let out = '';
      child.stdout?.on('data', (chunk) => {
        out += chunk;
        if (out.includes(`:${this.port}`)) resolve();
      });
      child.stderr?.on('data', (chunk) => {
        this.#log += chunk;
      });
      child.on('close', (code, signal) => {
        const end = `the server ended by ${signal ?? `exit code ${code}`}: ${this.#log.slice(-500)}`;
        if (this.#process === child) this.unexpectedEnd = end;
        reject(new Error(end));
      });
    });
  }

  /** Ends the process; returns the milliseconds that it took. */
  async end(signal: NodeJS.Signals): Promise<number> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return 0;
    const begun = performance.now();
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
    return performance.now() - begun;
  }

  /** Resident memory in bytes. */
  memory(): number {
    const pages = Number(readFileSync(`/proc/${this.pid}/statm`, 'utf8').split(' ')[1]);
    return pages * 4096;
  }

  /** Lines of the log since the last call. */
  takeLog(): string[] {
    const lines = this.#log.split('\n').filter(Boolean);
    this.#log = '';
    return lines;
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.#folder, { recursive: true });
  }
}
