import { after } from 'node:test';
import { createRuntime } from '../../src/runtime.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { request, type WireAnswer, type WireRequest } from './wire.ts';

/** One server for a whole group of tests, with the accounts that the examples of the endpoints sign in with. */
export async function exampleServer(): Promise<
  RunningServer & { send(wanted: WireRequest): Promise<WireAnswer> }
> {
  const server = await startServer({
    database: 'memory',
    port: 0,
    passwordCost: 'test',
    runtime: createRuntime(),
    log: { info() {}, warn() {}, error() {} },
  });
  after(() => server.close());
  return { ...server, send: (wanted) => request(server.port, wanted) };
}
