import type { TestContext } from 'node:test';
import { exampleApplication, exampleUser } from '#accounts/domain/example-accounts.ts';
import type { Application, User } from '#accounts/store/index.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { createRuntime, type Runtime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { serve, type TestServer } from '../servers/serve.ts';
import type { WireResponse } from '../wire/wire.ts';
import { addApplication, addUser, type UserDetails } from './accounts.ts';

export interface ApiCall {
  /** `login:password`; by default those of the user, `null` for none. */
  readonly as?: string | null;
  readonly body?: unknown;
  readonly fields?: Fields;
}

export interface Api extends TestServer {
  readonly runtime: Runtime;
  readonly user: User;
  readonly application: Application;
  /** Calls a path below `/api/v3`; objects are sent as JSON, text is sent unchanged. */
  call(method: string, path: string, call?: ApiCall): Promise<WireResponse>;
}

export const noon = Date.UTC(2026, 2, 1, 12);

/** A server with one user and one application, whose clock is frozen at noon. */
export async function serveApi(
  t: TestContext,
  options: Partial<ServerOptions> = {},
  details: UserDetails = {},
): Promise<Api> {
  const runtime = options.runtime ?? createRuntime({ now: noon });
  const server = await serve(t, { ...options, runtime });
  const target = { store: server.store, runtime };
  const [user, application] = [await addUser(target, details), await addApplication(target)];
  const own = `${user.login}:${details.password ?? exampleUser.password}`;

  return {
    ...server,
    runtime,
    user,
    application,
    call: (method, path, { as = own, body, fields = [] } = {}) =>
      server.send({
        method,
        path: `/api/v3${path}`,
        fields: [...userAgent(fields), ...(as === null ? [] : basic(as)), ...fields],
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

function userAgent(fields: Fields): Fields {
  return fields.some(([name]) => name === 'User-Agent') ? [] : [['User-Agent', 'test']];
}

/** Credentials of the Basic scheme (RFC 7617 §2). */
export function basic(credentials: string): Fields {
  return [['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]];
}

/** Client ID and secret in place of login and password. */
export const clientCredentials = `${exampleApplication.clientId}:${exampleApplication.clientSecret}`;

export const client = {
  application: `/applications/${exampleApplication.clientId}`,
  path: `/authorizations/clients/${exampleApplication.clientId}`,
  pair: { client_id: exampleApplication.clientId, client_secret: exampleApplication.clientSecret },
  secret: { client_secret: exampleApplication.clientSecret },
};

/** The members of a response; those that are missing are undefined. */
export function members(response: WireResponse): Record<string, unknown> {
  const value = response.json();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return Object.fromEntries(Object.entries(value));
}
