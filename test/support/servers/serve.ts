import type { TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { type RunningServer, type ServerOptions, startServer } from '#server/server.ts';
import { request, type WireRequest, type WireResponse } from '../wire/wire.ts';

export interface TestServer extends RunningServer {
  /** The logged errors; a test that leaves one fails. */
  readonly errors: string[];
  send(request: WireRequest): Promise<WireResponse>;
  get(path: string, fields?: WireRequest['fields']): Promise<WireResponse>;
}

/**
 * A server on a free port that is closed after the test, with records in memory, without a log, and with the cheapest
 * password hash.
 */
export async function serve(t: TestContext, options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const errors: string[] = [];
  const note = (message: string, details?: object) => {
    const text = `${message} ${inspect(details)}`;
    errors.push(text);
    // Node's runner does not print the error of the hook below for a test that fails by the response.
    t.diagnostic(`The server logged: ${text}`);
  };
  const server = await startServer({
    database: 'memory',
    host: ['127.0.0.1'],
    port: 0,
    passwordCost: 'test',
    runtime: createRuntime(),
    ...options,
    log: { info() {}, warn() {}, error: note },
  });
  t.after(async () => {
    await server.close(undefined, GRACE);
    if (errors.length > 0) throw new Error(`The server logged: ${errors.join('; ')}`);
  });
  const send = (wanted: WireRequest) => request(server.port, wanted);
  return { ...server, errors, send, get: (path, fields = []) => send({ path, fields }) };
}

/** Milliseconds for the requests that a test leaves in progress. */
const GRACE = 250;

function inspect(details: object | undefined): string {
  if (details === undefined) return '';
  const error = 'error' in details ? details.error : undefined;
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(details);
}
