import assert from 'node:assert/strict';
import { createRuntime } from '#runtime.ts';
import { type ServerOptions, startServer } from '#server/server.ts';
import { createDatabaseState } from '#shared/database/database-state.ts';
import { openPostgresEngine } from '#shared/postgres/engine.ts';
import type { Cleanup } from '../commands/command.ts';
import { request, type WireRequest, type WireResponse } from '../wire/wire.ts';

const log = { info() {}, warn() {}, error() {} };

/** One of several nodes on a PostgreSQL database, in this process. */
export interface Node {
  readonly port: number;
  /** Calls the API. */
  call(path: string): Promise<WireResponse>;
  /** Calls the testing service. */
  get(path: string, fields?: WireRequest['fields']): Promise<WireResponse>;
  send(request: WireRequest): Promise<WireResponse>;
  control(method: string, path: string, body?: object): Promise<WireResponse>;
  close(): Promise<void>;
}

export async function startNode(
  t: Cleanup,
  database: string,
  input: Partial<ServerOptions> = {},
): Promise<Node> {
  const runtime = createRuntime();
  const engine = await openPostgresEngine({ url: database, connectTimeout: 5000, runtime, log });
  const openShared = async () => createDatabaseState(engine, { report: assert.ifError });
  const options = {
    database,
    journalStore: 'database',
    port: 0,
    rateLimit: 5000,
    databasePoolSize: 4,
    ...input,
  } as const;
  const server = await startServer({ ...options, runtime, log, openShared });
  const { port } = server;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= server.close().then(() => engine.close());
    return closing;
  };
  t.after(close);
  return {
    port,
    close,
    call: (path) => request(port, { path: `/api/v3${path}`, fields: [['User-Agent', 'test']] }),
    get: (path, fields = []) => request(port, { path, fields }),
    send: (sent) => request(port, sent),
    control: (method, path, body) =>
      request(port, { method, path: `/_sparring${path}`, ...(body && { body: JSON.stringify(body) }) }),
  };
}
