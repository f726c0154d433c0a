import { after } from 'node:test';
import { createRuntime } from '../../src/runtime.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { addExampleAccounts } from './accounts.ts';
import { request, type WireAnswer, type WireRequest } from './wire.ts';

export interface ExampleServer extends RunningServer {
  /** What was logged as an error. */
  readonly errors: object[];
  send(wanted: WireRequest): Promise<WireAnswer>;
}

/** One server for a whole group of tests, with the accounts that the examples of the endpoints sign in with. */
export async function exampleServer({ isFrozen = false } = {}): Promise<ExampleServer> {
  const errors: object[] = [];
  const server = await startServer({
    database: 'memory',
    port: 0,
    passwordCost: 'test',
    lockoutFailures: 0,
    runtime: createRuntime(isFrozen ? { now: Date.UTC(2026, 0, 1) } : {}),
    log: { info() {}, warn() {}, error: (message, details) => void errors.push({ message, details }) },
  });
  after(() => server.close());
  await addExampleAccounts(server);
  return { ...server, errors, send: (wanted) => request(server.port, withUserAgent(wanted)) };
}

/** What every client sends, and the authorization service insists on. */
function withUserAgent(wanted: WireRequest): WireRequest {
  const fields = wanted.fields ?? [];
  if (fields.some(([name]) => name.toLowerCase() === 'user-agent')) return wanted;
  return { ...wanted, fields: [...fields, ['User-Agent', 'examples']] };
}
