import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import type { Cleanup } from '../commands/command.ts';

/** Options in JSON. */
export interface MeasuredOptions
  extends Pick<
    Partial<ServerOptions>,
    'h2c' | 'tls' | 'initialRules' | 'journal' | 'maxDuration' | 'maxGeneratedSize' | 'maxTotalBodySize'
  > {
  /** Whether the time limits of connections elapse twenty times as fast: see `createQuickRuntime`. */
  readonly isQuick?: boolean;
}

export interface MeasuredPort {
  readonly port: number;
  /** The certificate authority to trust; undefined without TLS. */
  readonly ca: string | undefined;
}

/** After a collection of garbage, in bytes. */
export interface Measured {
  readonly rss: number;
  /** Objects and buffers. */
  readonly held: number;
  /** Bytes that the budget for bodies counts. */
  readonly bodies: number;
  /** Number of open files; 0 where it is not known. */
  readonly descriptors: number;
  /** What the servers have logged. */
  readonly errors: readonly string[];
}

/** Servers in a process of their own. */
export interface MeasuredServers {
  /** In the order of the options. */
  readonly ports: readonly MeasuredPort[];
  measure(): Promise<Measured>;
  /** The maximum of the resident memory since the last call, in bytes; undefined where the system does not tell it. */
  peak(): number | undefined;
}

const program = path.join(import.meta.dirname, 'measured-program.ts');

/** Starts a server for each of the options, until the end of the test or suite. */
async function startMeasured(t: Cleanup, options: readonly MeasuredOptions[]): Promise<MeasuredServers> {
  const child = fork(program, [JSON.stringify(options)], {
    // Young objects alone would make the resident memory grow by more than what the tests permit.
    execArgv: ['--expose-gc', '--max-semi-space-size=1'],
  });
  t.after(async () => {
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error('The program of the servers has ended');
  });
  failed.catch(() => {});
  const answer = async () => {
    const [message] = await Promise.race([once(child, 'message'), failed]);
    return message;
  };
  const ports: MeasuredPort[] = await answer();
  return {
    ports,
    measure() {
      const answered = answer();
      child.send('measure');
      return answered;
    },
    peak() {
      if (process.platform !== 'linux') return undefined;
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
    },
  };
}

/** Starts a server for a suite. */
export function useMeasured(options: MeasuredOptions): () => [servers: MeasuredServers, port: MeasuredPort] {
  const cleanups: (() => unknown)[] = [];
  let servers: MeasuredServers | undefined;
  before(async () => {
    servers = await startMeasured({ after: (action) => void cleanups.push(action) }, [options]);
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });
  return () => {
    assert.ok(servers, 'the server has started');
    const [port] = servers.ports;
    assert.ok(port);
    return [servers, port];
  };
}
