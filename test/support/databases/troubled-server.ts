import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { type Api, members } from '../accounts/api.ts';
import { type Controlled, serveControlled } from '../servers/control.ts';
import { openTcpProxy, type TcpProxy } from '../wire/tcp-proxy.ts';
import type { WireResponse } from '../wire/wire.ts';
import { openPostgresSchema } from './postgres.ts';

export interface Troubled {
  readonly server: Controlled;
  readonly proxy: TcpProxy;
  /** The URL without the proxy. */
  readonly direct: string;
}

/** Short time limits, and four connections. */
const LIMITS = 'max=4&connect_timeout=1&statement_timeout=1000&lock_timeout=300';

/** A server on PostgreSQL behind a proxy, with short time limits. */
export async function serveBehindProxy(
  t: TestContext,
  limits = LIMITS,
  options: Partial<ServerOptions> = {},
): Promise<Troubled | undefined> {
  const direct = await openPostgresSchema(t);
  if (direct === undefined) return undefined;
  const proxy = await openTcpProxy(direct);
  const server = await serveControlled(t, { database: `${proxy.url}&${limits}`, auditLimit: 0, ...options });
  // After the server, which writes when it closes.
  t.after(() => proxy.close());
  return { server, proxy, direct };
}

export const create = (server: Api, note: string) =>
  server.call('POST', '/authorizations', { body: { note } });

/** The notes of the tokens of the user. */
export async function notesOf(api: Api): Promise<(string | null)[]> {
  const { items } = await api.store.authorizations.list(api.user.id, { page: 1, perPage: 100 });
  return items.map(({ note }) => note);
}

/** Asserts a 503 in the form of the API, with Retry-After, and returns its message. */
export function assertUnavailable(response: WireResponse): string {
  assert.equal(response.status, 503, response.text());
  assert.match(response.field('Retry-After') ?? '', /^[1-9]\d?$/);
  assert.match(response.field('Content-Type') ?? '', /^application\/json/);
  const { message, documentation_url } = members(response);
  assert.equal(typeof documentation_url, 'string');
  assert.doesNotMatch(response.text(), /127\.0\.0\.1|ECONN|at .*\.ts|postgres/);
  return String(message);
}

export async function timed<Result>(
  action: () => Promise<Result>,
): Promise<[result: Result, milliseconds: number]> {
  const begun = performance.now();
  return [await action(), performance.now() - begun];
}

/** The testing service answers quickly; the bound is generous for a loaded machine. */
export async function assertUnaffected(server: Api): Promise<void> {
  const [response, milliseconds] = await timed(() => server.get('/get'));
  assert.equal(response.status, 200);
  assert.ok(milliseconds < 500, `/get took ${milliseconds} ms`);
}

/** Ends the connections of the other clients of the schema. */
export const TERMINATE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'sparring' and datname = current_database() and pid <> pg_backend_pid()`;
