import type { SecurityEvent, User } from '../../store/index.ts';
import type { WebContext } from '../sessions/context.ts';
import { SECURITY_PATH, toApplicationPath, toConnectionPath, toTokenPath } from '../shell/paths.ts';
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
  const toTokens = new Map(tokens.items.map((token) => [tokenName(token), toTokenPath(token.id)]));
  const toGrants = new Map(
    grants.items.map(({ application }) => [application.name, toConnectionPath(application)]),
  );
  const toOwn = new Map(own.map((application) => [application.name, toApplicationPath(application)]));
  return ({ action, subject }) => {
    const [kind = '', verb] = action.split('.');
    if (kind === 'two_factor_authentication' || action === 'user.change_password') return SECURITY_PATH;
    if (subject === null || verb === 'destroy') return undefined;
    if (kind === 'oauth_access') return toTokens.get(subject) ?? toGrants.get(subject);
    if (kind === 'oauth_authorization') return toGrants.get(subject);
    return kind === 'oauth_application' ? toOwn.get(subject) : undefined;
  };
}
