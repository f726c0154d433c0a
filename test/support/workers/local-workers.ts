import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openKeys } from '#cli/serve/primary-keys.ts';
import type { JournalSource } from '#journal/reading/journal-source.ts';
import { createRuntime, type Runtime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { serveHub } from '#shared/hub-server.ts';
import { createHubState } from '#shared/hub-state.ts';
import { createMemoryHub } from '#shared/memory-hub.ts';
import { createMessageHub } from '#shared/message-hub.ts';
import type { Channel, HubMessage, HubRequest } from '#shared/messages.ts';
import { createStamps } from '#shared/stamps.ts';
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
  const hub = createMemoryHub();
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
  const origin = primary.systemMonotonic();
  const openService = await openKeys(hub, { runtime: primary, log });
  const start = async (number: number): Promise<LocalWorker> => {
    const runtime = createRuntime();
    const { ofPrimary, ofWorker, pause: pauseChannel, pausedMessages, close } = openChannel();
    const end = serveHub(hub, ofPrimary, {
      runtime: primary,
      log,
      worker: number,
      service: openService(),
      stamps: createStamps(primary, origin, 0),
    });
    const identity = { worker: number, server: 'test', stamps: createStamps(runtime, origin, number - 1) };
    const messages = createMessageHub(ofWorker, identity, { timeout: after });
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
      end();
    };
    const server = await serve(t, {
      ...options,
      runtime,
      maskSalt: 'test',
      openShared: async () => createHubState(messages, (error) => assert.ifError(error)),
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

/** The two ends of a channel between two processes. */
function openChannel() {
  let toPrimary: (message: HubRequest) => void = () => {};
  let toWorker: (message: HubMessage) => void = () => {};
  let paused: (() => void)[] | undefined;
  let isClosed = false;
  const ofPrimary: Channel<HubMessage, HubRequest> = {
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
  const ofWorker: Channel<HubRequest, HubMessage> = {
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
