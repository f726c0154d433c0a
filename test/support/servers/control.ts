import type { TestContext } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { type Api, serveApi } from '../accounts/api.ts';
import type { WireResponse } from '../wire/wire.ts';

export interface Controlled extends Api {
  /** Calls a path below `/_sparring`; objects are sent as JSON, text is sent unchanged. */
  control(method: string, path: string, body?: unknown): Promise<WireResponse>;
}

/** A server with one user, one application and the control API, whose clock is frozen at noon. */
export async function serveControlled(
  t: TestContext,
  options: Partial<ServerOptions> = {},
): Promise<Controlled> {
  const api = await serveApi(t, options);
  return {
    ...api,
    control: (method, path, body) =>
      api.send({
        method,
        path: `/_sparring${path}`,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}
