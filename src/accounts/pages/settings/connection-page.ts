import { factList } from '#pages/components/facts.ts';
import { table } from '#pages/components/table.ts';
import { html, type Markup } from '#pages/html.ts';
import { findScope, sortScopes } from '../../domain/tokens/scopes.ts';
import { findEnforcing } from '../../domain/tokens/single-sign-on.ts';
import type { Application, Authorization, Grant, Organization } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { exactTime, lastUse, timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import type { WebContext } from '../sessions/context.ts';
import type { Member } from '../sessions/visitor.ts';
import { confirmedActions } from '../shell/confirmation-form.ts';
import { AUTHORIZED_APPLICATIONS_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { buildRevocation } from './application-actions.ts';

interface Connection {
  readonly application: Application;
  readonly ownerLogin: string | undefined;
  readonly grant: Grant;
  readonly tokens: readonly Authorization[];
  readonly tokenCount: number;
  /** Organizations of the user that enforce single sign-on, and whether they authorize a token of the application. */
  readonly organizations: readonly { organization: Organization; isAllowed: boolean }[];
}

export async function loadConnection(
  service: WebContext,
  { user }: Member,
  application: Application,
  grant: Grant,
): Promise<Connection> {
  const { store } = service;
  const { clientId, ownerId } = application;
  const { items, total } = await store.authorizations.list(user.id, { page: 1, perPage: 100 }, clientId);
  const enforcing = await findEnforcing(service.store, user);
  const allowed = new Set<number>();
  if (enforcing.length > 0)
    for (const { id } of items) for (const each of await store.organizations.allowedOf(id)) allowed.add(each);
  return {
    application,
    ownerLogin: ownerId === null ? undefined : (await store.users.byId(ownerId))?.login,
    grant,
    tokens: items,
    tokenCount: total,
    organizations: enforcing.map((organization) => ({
      organization,
      isAllowed: allowed.has(organization.id),
    })),
  };
}

export function detailView(
  connection: Connection,
  { notice, now }: { readonly notice: string | undefined; readonly now: number },
): View {
  const { application, ownerLogin, grant, tokenCount } = connection;
  const { name, url, description } = application;
  return {
    title: name,
    section: AUTHORIZED_APPLICATIONS_PATH,
    main: ({ token }) => html`
      ${heading(name, {
        parent: { path: AUTHORIZED_APPLICATIONS_PATH, title: 'Authorized applications' },
        ...(description !== null && { text: description }),
      })}
      ${actionNotice(notice)}
      ${factList([
        ...(ownerLogin === undefined ? [] : [['Owner', ownerLogin] as const]),
        ['Homepage', html`<a href=${url} rel="noreferrer">${url}</a>`],
        ['Authorized', exactTime(grant.createdAt)],
        ['Last use', lastUse(grant.lastUsedAt, now)],
        ['Tokens', tokenCount],
      ])}
      <h2>Permissions</h2>
      ${permissions(grant.scopes)}
      ${organizationAccess(connection.organizations)}
      ${tokenList(connection, now)}
      <h2>Revoke access</h2>
      ${confirmedActions(token, [buildRevocation(application)])}`,
  };
}

function permissions(scopes: readonly string[]): Markup {
  if (scopes.length === 0) return html`<p>The application can read public information only.</p>`;
  return html`
    <ul>${sortScopes(scopes).map(
      (scope) => html`<li>${findScope(scope)?.meaning ?? scope} <small><code>${scope}</code></small></li>`,
    )}</ul>`;
}

function organizationAccess(organizations: Connection['organizations']): Markup | null {
  if (organizations.length === 0) return null;
  return html`
    <h2>Organizations with single sign-on</h2>
    <ul>${organizations.map(
      ({ organization, isAllowed }) =>
        html`<li>${organization.name ?? organization.login}: ${isAllowed ? 'authorized' : 'not authorized'}</li>`,
    )}</ul>`;
}

function tokenList({ tokens, tokenCount }: Connection, now: number): Markup | null {
  if (tokens.length === 0) return null;
  const rows = tokens.map(({ tokenLastEight, fingerprint, note, scopes, createdAt, lastUsedAt }) => [
    html`<code>…${tokenLastEight}</code>`,
    fingerprint ?? note ?? '',
    scopes.join(', '),
    timeElement(createdAt, now),
    lastUse(lastUsedAt, now),
  ]);
  return html`
    <h2>Tokens</h2>
    ${tokenCount > tokens.length ? html`<p class="soft">Showing ${tokens.length} of ${tokenCount} tokens.</p>` : null}
    ${table('Tokens', ['Ends in', 'Fingerprint', 'Scopes', 'Made', 'Last use'], rows)}`;
}
