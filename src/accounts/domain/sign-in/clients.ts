import type { Exchange } from '#http/message/exchange.ts';
import { basicCredentials } from '#http/syntax/credentials.ts';
import type { Application, Store } from '../../store/index.ts';
import { badCredentials, invalidClient } from '../errors/errors.ts';
import type { Client } from '../request/caller.ts';
import type { RequestStates } from '../request/request-state.ts';
import { isOfDigest } from '../tokens/tokens.ts';

export interface ClientDependencies {
  readonly store: Pick<Store, 'applications'>;
  readonly requestStates: RequestStates;
}

/**
 * Authenticates the application that a request body names by client ID and secret.
 * @throws ApiError 422, the same for an unknown ID and a wrong secret.
 */
export async function authenticateClient(
  { store, requestStates }: ClientDependencies,
  exchange: Exchange,
  clientId: string,
  clientSecret: string,
): Promise<Application> {
  const client = await findClient({ store }, clientId, clientSecret);
  if (!client) throw invalidClient();
  requestStates.record(exchange, { clientId: client.application.clientId });
  return client.application;
}

/** Finds an application by client ID and secret. */
export async function findClient(
  { store }: Pick<ClientDependencies, 'store'>,
  clientId: string,
  clientSecret: string,
): Promise<Client | undefined> {
  const application = await store.applications.byClientId(clientId);
  return application && isOfDigest(clientSecret, application.secretDigest) ? { application } : undefined;
}

/**
 * Identifies the calling application by client ID and secret in Basic credentials; undefined without credentials.
 * @throws ApiError 401, the same for an unknown ID and a wrong secret.
 */
export async function identifyClient(
  store: ClientDependencies['store'],
  exchange: Exchange,
): Promise<Client | undefined> {
  const field = exchange.field('Authorization');
  if (field === undefined) return undefined;
  const credentials = basicCredentials(field);
  const client = credentials && (await findClient({ store }, credentials.user, credentials.password));
  if (!client) throw badCredentials();
  return client;
}
