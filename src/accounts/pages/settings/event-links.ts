import type { SecurityEvent, User } from '../../store/index.ts';
import type { WebContext } from '../sessions/context.ts';
import { buildApplicationPath, buildConnectionPath, buildTokenPath, SECURITY_PATH } from '../shell/paths.ts';
import { tokenName } from './token-actions.ts';

/** The page of what an event is about; undefined if it is gone, or if the event has none. */
export type EventLink = (event: SecurityEvent) => string | undefined;

/** Finds the pages by the names in the events: events keep what they are about in words, as it was at the time. */
export async function loadEventLinks({ store }: WebContext, { id }: User): Promise<EventLink> {
  const newest = { page: 1, perPage: 100 };
  const [tokens, grants, own] = await Promise.all([
    store.authorizations.listPersonal(newest, id, 'newest'),
    store.grants.list(id, newest),
    store.applications.byOwner(id),
  ]);
  const tokenPaths = new Map(tokens.items.map((token) => [tokenName(token), buildTokenPath(token.id)]));
  const connectionPaths = new Map(
    grants.items.map(({ application }) => [application.name, buildConnectionPath(application)]),
  );
  const applicationPaths = new Map(
    own.map((application) => [application.name, buildApplicationPath(application)]),
  );
  return ({ action, subject }) => {
    const [kind = '', verb] = action.split('.');
    if (kind === 'two_factor_authentication' || action === 'user.change_password') return SECURITY_PATH;
    if (subject === null || verb === 'destroy') return undefined;
    if (kind === 'oauth_access') return tokenPaths.get(subject) ?? connectionPaths.get(subject);
    if (kind === 'oauth_authorization') return connectionPaths.get(subject);
    return kind === 'oauth_application' ? applicationPaths.get(subject) : undefined;
  };
}
