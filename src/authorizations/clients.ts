import { invalidClient } from './errors.ts';
import type { Application, ApplicationStore } from './store.ts';
import { isOfDigest } from './tokens.ts';

/**
 * The application that id and secret belong to.
 * @throws Refusal 422, the same for an unknown id and a wrong secret.
 */
export async function authenticateClient(
  store: ApplicationStore,
  clientId: string,
  clientSecret: string,
): Promise<Application> {
  const application = await store.byClientId(clientId);
  if (!application || !isOfDigest(clientSecret, application.secretDigest)) throw invalidClient();
  return application;
}
