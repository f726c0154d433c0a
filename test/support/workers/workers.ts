import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import {
  type Cleanup,
  command,
  type RunningCommand,
  type RunOptions,
  temporaryFolder,
} from '../commands/command.ts';
import { descendants } from '../commands/processes.ts';
import { request, type WireResponse } from '../wire/wire.ts';

export interface StartedWorkers extends RunningCommand {
  readonly home: string;
  readonly port: number;
  readonly pid: number;
  /** Calls the API, or the path of another service, each time over a connection of its own. */
  call(path: string, fields?: readonly (readonly [string, string])[]): Promise<WireResponse>;
  control(method: string, path: string, body?: unknown): Promise<WireResponse>;
  send(request: { readonly path: string }): Promise<WireResponse>;
  workers(): number[];
  log(): readonly { readonly msg: string; readonly worker?: number; readonly entry?: number }[];
}

/** Starts the command with workers, and with a user. Without a flag for the database, it is in memory. */
export async function startWorkers(
  t: Cleanup,
  count: number,
  words: readonly string[] = [],
  seeded: object = {},
  run: RunOptions = {},
): Promise<StartedWorkers> {
  const home = await temporaryFolder(t);
  const seed = path.join(home, 'seed.json');
  const users = [{ login: 'mona', password: 'correct-horse-1' }];
  await writeFile(seed, JSON.stringify({ users, ...seeded }));
  const options = ['--port', '0', '--password-cost', 'test', '--seed', seed];
  if (!words.includes('--database')) options.push('--database', 'memory');
  const all = [...options, '--workers', String(count), '--log-format', 'json', ...words];
  const started = command(t, home, all, run);
  let errors = '';
  started.process.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const [, port = ''] = await started.printed(/Testing service +https?:\/\/127\.0\.0\.1:(\d+)/);
  const sendOnce = (
    method: string,
    path: string,
    fields: readonly (readonly [string, string])[],
    body?: string,
  ) => request(Number(port), { method, path, fields, ...(body !== undefined && { body }) });
  return {
    ...started,
    home,
    port: Number(port),
    pid: started.process.pid ?? 0,
    call: (path, fields = []) => sendOnce('GET', path, [['User-Agent', 'test'], ...fields]),
    control: (method, path, body) =>
      sendOnce(method, `/_sparring${path}`, [], body === undefined ? undefined : JSON.stringify(body)),
    send: ({ path }) => sendOnce('GET', path, []),
    workers: () => descendants(started.process.pid ?? 0),
    log: () =>
      errors
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  };
}

export const times = <Result>(count: number, action: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));

export const statuses = (responses: readonly WireResponse[]) => responses.map(({ status }) => status);

export const countOf = (responses: readonly WireResponse[], status: number) =>
  statuses(responses).filter((each) => each === status).length;

export const basic = (credentials: string) =>
  ['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`] as const;

/** Pseudo-random numbers, so that a failure can be repeated with the seed that the test prints. */
export function createRandom(t: Pick<TestContext, 'diagnostic'>): (below: number) => number {
  let state = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`SEED=${state}`);
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The size of a test: the usual one, or the complete one with the variable `COMPLETE`. */
export const sizeOf = (usual: number, complete: number) =>
  process.env.COMPLETE === undefined ? usual : complete;
