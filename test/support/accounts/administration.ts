import type { TestContext } from 'node:test';
import { exampleAdministrator } from '#accounts/domain/example-accounts.ts';
import type { User } from '#accounts/store/index.ts';
import type { ServerOptions } from '#server/server.ts';
import { addUser } from './accounts.ts';
import { type Api, serveApi } from './api.ts';

export interface AdministeredApi extends Api {
  readonly administrator: User;
}

/** The credentials of the site administrator. */
export const admin = `${exampleAdministrator.login}:${exampleAdministrator.password}`;

/** Like `serveApi`, with a site administrator. */
export async function serveAdministered(
  t: TestContext,
  options: Partial<ServerOptions> = {},
): Promise<AdministeredApi> {
  const api = await serveApi(t, options);
  return { ...api, administrator: await addUser(api, { ...exampleAdministrator, siteAdmin: true }) };
}
