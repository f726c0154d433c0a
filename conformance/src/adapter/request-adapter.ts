import { spawn } from 'node:child_process';
import path from 'node:path';
import { matches, type Runtime } from '../server.ts';
import type { Adapter, AdapterResult } from './adapter.ts';
import { AdapterError } from './adapter-error.ts';
import { type AdapterCommand, parseObject } from './adapter-process.ts';
import { Hello, Outcome, SUITE_VERSION } from './messages.ts';
import { killGroup } from './process-group.ts';

const HELLO_LIMIT_MS = 30_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const KILL_AFTER_MS = 1000;

interface Ended {
  /** The last line that is an object. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  readonly noise: readonly string[];
  /** Set when the process could not be started. */
  readonly problem?: string;
  readonly how: string;
  readonly isHang: boolean;
}

/**
 * An adapter with a process for each request, such as a script of the shell: the request is in the variable
 * `SPARRING_REQUEST`, and the outcome is the last line of JSON of the output.
 */
export async function openRequestAdapter(command: AdapterCommand, runtime: Runtime): Promise<Adapter> {
  const noise: string[] = [];
  const counts = { noise: 0, outcomes: 0, lastId: 0 };
  const used = new Set<string>();
  const running = new Set<Promise<Ended>>();
  const run = async (message: object, limitMs: number): Promise<Ended> => {
    const ended = runOnce(command, message, limitMs, runtime);
    running.add(ended);
    const result = await ended;
    running.delete(ended);
    counts.noise += result.noise.length;
    noise.push(...result.noise.slice(0, 20 - noise.length).map((line) => line.slice(0, 500)));
    return result;
  };
  const { ca, caFile } = command;
  const first = await run({ hello: 1, suite: SUITE_VERSION, ca, caFile }, HELLO_LIMIT_MS);
  if (first.problem !== undefined)
    throw new AdapterError(`The adapter ended before its first line (${first.problem}).`);
  if (first.isHang)
    throw new AdapterError(`The adapter did not answer hello within ${HELLO_LIMIT_MS / 1000} s.`);
  const hello = matches(Hello, first.value)
    ? first.value
    : { hello: 1, client: path.basename(command.command), version: '' };
  if (hello.hello !== 1)
    throw new AdapterError(`The adapter speaks version ${hello.hello} of the protocol; this suite speaks 1.`);
  return {
    hello,
    noise,
    get noiseCount() {
      return counts.noise;
    },
    restarts: 0,
    lateCount: 0,
    get outcomeCount() {
      return counts.outcomes;
    },
    async ask(request, caseId, deadlineMs): Promise<AdapterResult> {
      const id = ++counts.lastId;
      if (used.has(request.session))
        return { kind: 'outcome', outcome: { id, unsupported: 'a process has one request' } };
      used.add(request.session);
      const { value, isHang, how } = await run({ id, case: caseId, ...request }, deadlineMs);
      if (isHang) return { kind: 'hang' };
      if (!value) return { kind: 'lost', how };
      const outcome = { id, ...value };
      if (!matches(Outcome, outcome))
        return { kind: 'invalid', message: 'the outcome does not match its schema' };
      counts.outcomes++;
      return { kind: 'outcome', outcome };
    },
    endSession() {},
    async close() {
      await Promise.all(running);
    },
  };
}

function runOnce(
  { command, args, variables }: AdapterCommand,
  message: object,
  limitMs: number,
  runtime: Runtime,
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = spawn(command, args, {
    env: { ...variables, SPARRING_REQUEST: JSON.stringify(message) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  let output = '';
  let errors = '';
  let isHang = false;
  let cancelKill = () => {};
  const cancel = runtime.timeout(limitMs, () => {
    isHang = true;
    killGroup(child.pid, 'SIGTERM');
    cancelKill = runtime.timeout(KILL_AFTER_MS, () => killGroup(child.pid, 'SIGKILL'));
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT_BYTES);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-1000);
  });
  const end = (how: string, problem?: string) => {
    cancel();
    cancelKill();
    killGroup(child.pid, 'SIGKILL');
    const lines = output.split('\n').filter((line) => line.trim() !== '');
    const values = lines.map(parseObject);
    const last = values.findLastIndex((value) => value !== undefined);
    const detail = errors.trim().split('\n').at(-1) ?? '';
    resolve({
      value: values[last],
      noise: lines.filter((_, index) => index !== last),
      isHang,
      how: detail === '' ? how : `${how}: ${detail.slice(0, 300)}`,
      ...(problem !== undefined && { problem }),
    });
  };
  child.on('error', ({ code }: NodeJS.ErrnoException) => {
    const problem = code === 'ENOENT' ? `there is no command ${command}` : `it cannot be started (${code})`;
    end(problem, problem);
  });
  child.on('close', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  return promise;
}
