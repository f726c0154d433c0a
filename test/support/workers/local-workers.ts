import assert from 'node:assert/strict';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { JournalSource } from '#journal/reading/journal-source.ts';
import { createRuntime, type Runtime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { createDatabaseState } from '#shared/database/database-state.ts';
import {
  ReadAgainClient,
  type ReadAgainMessage,
  ReadAgainRelay,
  type ReadAgainRequest,
} from '#shared/database/read-again.ts';
import { openSqliteEngine } from '#shared/sqlite/engine.ts';
import { LABS } from '#testing/labs/index.ts';
import { logicOf } from '#testing/labs/keys/labs.ts';
import { endAttemptsOf } from '#testing/labs/keys/lost-attempts.ts';
import { temporaryFolder } from '../commands/command.ts';
import { serve, type TestServer } from '../servers/serve.ts';
import type { WireResponse } from '../wire/wire.ts';

/** One of several workers of a server, in this process, with a port of its own: a test chooses who receives a request. */
export interface LocalWorker extends TestServer {
  readonly number: number;
  /** The journal of all workers. */
  readonly source: JournalSource;
  control(method: string, path: string, body?: unknown): Promise<WireResponse>;
  /** The messages to the worker wait until the returned function is called. */
  pause(): () => void;
  /** Number of messages that wait. */
  pausedMessages(): number;
  /** Ends the worker, as the other processes see it. */
  lose(): void;
}

/**
 * Starts the workers of a server in this process. They share state by the same messages as processes do, which are copied and
 * arrive later.
 */
export async function serveWorkers(
  t: TestContext,
  count: number,
  options: Partial<ServerOptions> = {},
): Promise<readonly LocalWorker[]> {
  const log = { info() {}, warn() {}, error: (message: string) => assert.fail(message) };
  const folder = await temporaryFolder(t);
  const location = path.join(folder, 'state.db');
  const database = `sqlite:${path.join(folder, 'sparring.db')}`;
  const real = createRuntime();
  let pausedWorkers = 0;
  // While a test pauses a worker, it is reported after a fraction of the usual time. The time limits that begin at another
  // time are those of a server, because a busy machine delays this process.
  const limitOf = (milliseconds: number) => (pausedWorkers > 0 ? milliseconds / 10 : milliseconds);
  const after: Runtime['after'] = (milliseconds, action) => real.after(limitOf(milliseconds), action);
  const primary: Runtime = {
    ...real,
    timeout: (milliseconds, action) => real.timeout(limitOf(milliseconds), action),
  };
  const openEngine = async (owner: string) => {
    const engine = await openSqliteEngine({ location, owner, runtime: real, log });
    t.after(() => engine.close());
    return engine;
  };
  const engine = await openEngine('primary');
  const shared = createDatabaseState(engine, { report: assert.ifError });
  const relay = new ReadAgainRelay({ runtime: primary, log, readAgain: shared.readAgain });
  engine.records.onOwnerEnd((owner) => endAttemptsOf(owner, engine.records, logicOf(LABS)));
  await shared.start();
  const start = async (number: number): Promise<LocalWorker> => {
    const runtime = createRuntime();
    const { ofPrimary, ofWorker, pause: pauseChannel, pausedMessages, close } = openChannel();
    const readAgain = relay.add(number, ofPrimary.send);
    ofPrimary.onMessage((message) => void readAgain.receive(message));
    let client: ReadAgainClient | undefined;
    ofWorker.onMessage((message) => void client?.receive(message));
    const pause = () => {
      pausedWorkers++;
      const resume = pauseChannel();
      return () => {
        pausedWorkers--;
        resume();
      };
    };
    const lose = () => {
      close();
      readAgain.end();
      void engine.endOwner(String(number));
    };
    const server = await serve(t, {
      ...options,
      runtime,
      maskSalt: 'test',
      database,
      journalStore: 'database',
      isPrepared: number > 1,
      openShared: async () => {
        const state = createDatabaseState(await openEngine(String(number)), {
          worker: number,
          server: 'test',
          announce: () => opened.announce(),
          report: assert.ifError,
        });
        const opened = new ReadAgainClient(
          { runtime: { timeout: after }, log, readAgain: state.readAgain },
          ofWorker.send,
        );
        client = opened;
        return state;
      },
    });
    const control = (method: string, path: string, body?: unknown) =>
      server.send({
        method,
        path: `/_sparring${path}`,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const { journal: source } = server.operations;
    assert.ok(source);
    return { ...server, number, source, control, pause, pausedMessages, lose };
  };
  const workers: LocalWorker[] = [];
  for (let number = 1; number <= count; number++) workers.push(await start(number));
  return workers;
}

/** One end of a channel between two processes. */
interface Channel<Sent, Received> {
  send(message: Sent): void;
  onMessage(listener: (message: Received) => void): void;
}

/** The two ends of a channel between two processes. */
function openChannel() {
  let toPrimary: (message: ReadAgainRequest) => void = () => {};
  let toWorker: (message: ReadAgainMessage) => void = () => {};
  let paused: (() => void)[] | undefined;
  let isClosed = false;
  const ofPrimary: Channel<ReadAgainMessage, ReadAgainRequest> = {
    send(message) {
      const copy = structuredClone(message);
      const deliver = () => void setImmediate(() => !isClosed && toWorker(copy));
      if (paused) paused.push(deliver);
      else deliver();
    },
    onMessage: (listener) => {
      toPrimary = listener;
    },
  };
  const ofWorker: Channel<ReadAgainRequest, ReadAgainMessage> = {
    send(message) {
      const copy = structuredClone(message);
      setImmediate(() => !isClosed && toPrimary(copy));
    },
    onMessage: (listener) => {
      toWorker = listener;
    },
  };
  const pause = () => {
    paused = [];
    return () => {
      const waiting = paused ?? [];
      paused = undefined;
      for (const deliver of waiting) deliver();
    };
  };
  const close = () => {
    isClosed = true;
  };
  return { ofPrimary, ofWorker, pause, pausedMessages: () => paused?.length ?? 0, close };
}
