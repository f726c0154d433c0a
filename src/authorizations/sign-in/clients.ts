import { basicCredentials } from '../../http/credentials.ts';
import type { Exchange } from '../../http/exchange.ts';
import { badCredentials, invalidClient } from '../answers/errors.ts';
import type { AuthorizationContext, Client } from '../context.ts';
import type { Application, ApplicationStore } from '../store.ts';
import { isOfDigest } from '../tokens/tokens.ts';

/**
 * The application that id and secret belong to, and that the call is about.
 * @throws Refusal 422, the same for an unknown id and a wrong secret.
 */
export async function authenticateClient(
  { store, facts }: Pick<AuthorizationContext, 'store' | 'facts'>,
  exchange: Exchange,
  clientId: string,
  clientSecret: string,
): Promise<Application> {
  const application = await store.applications.byClientId(clientId);
  if (!application || !isOfDigest(clientSecret, application.secretDigest)) throw invalidClient();
  facts.note(exchange, { clientId: application.clientId });
  return application;
}

/**
 * The application that calls, by client id and secret in Basic credentials; undefined when nobody says who calls.
 * @throws Refusal 401, the same for an unknown id and a wrong secret.
 */
export async function identifyClient(
  store: ApplicationStore,
  exchange: Exchange,
): Promise<Client | undefined> {
  const field = exchange.field('Authorization');
  if (field === undefined) return undefined;
  const credentials = basicCredentials(field);
  const application = credentials && (await store.byClientId(credentials.user));
  if (!application || !isOfDigest(credentials.password, application.secretDigest)) throw badCredentials();
  return { application };
}
