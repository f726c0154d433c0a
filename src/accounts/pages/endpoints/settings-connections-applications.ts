import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import { descriptionList, table } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import { deleteGrantWithTokens } from '../../domain/tokens/application-tokens.ts';
import { findScope, sortScopes } from '../../domain/tokens/scopes.ts';
import type { Application, Authorization, Grant, Organization } from '../../store/index.ts';
import { findEnforcing } from '../authorize/single-sign-on.ts';
import { lastUse, listQuery, timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { formBody, readForm } from '../forms/form.ts';
import { memberForm, memberPage, type WebContext } from '../sessions/context.ts';
import type { Member } from '../sessions/visitor.ts';
import {
  askConfirmation,
  type ConfirmedAction,
  confirmationForm,
  confirmationFormFields,
  isConfirmed,
} from '../shell/confirmation.ts';
import { redirectTo, showPage, type View } from '../shell/page.ts';
import { AUTHORIZED_APPLICATIONS_PATH, toConnectionPath } from '../shell/paths.ts';

const PATH = '/settings/connections/applications/{client_id}';

const params = { client_id: Type.String({ description: 'The client ID of the application.' }) };

export const connectionPage = memberPage({
  path: PATH,
  tag: 'Settings',
  summary: 'Returns the permissions and tokens of an authorized application.',
  params,
  query: { notice: listQuery.notice },
  responses: { 303: redirectResponse('To the list: the application has no access to the account.') },
  examples: [{ path: '/settings/connections/applications/0123456789abcdef0123', status: 302 }],

  async handle({ params, query, exchange, service, caller }) {
    const found = await find(service, caller, params.client_id);
    if (!found) return redirectTo(exchange, GONE);
    const { application, grant } = found;
    const connection = await loadConnection(service, caller, application, grant);
    await showPage({ exchange, service, caller }, detailView(connection, query.notice));
  },
});

export const revokeConnection = memberForm({
  path: PATH,
  tag: 'Settings',
  summary: 'Revokes the access of an application, like deleting its grant with the API.',
  params,
  body: formBody(confirmationFormFields),
  responses: {
    303: redirectResponse('To the list, with a notice.'),
    422: 'The action is not confirmed.',
  },
  examples: [{ path: '/settings/connections/applications/0123456789abcdef0123', status: 303 }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    const form = readForm(call);
    const found = await find(service, caller, params.client_id);
    if (!found) return redirectTo(exchange, GONE);
    if (!isConfirmed(form))
      return askConfirmation(call, AUTHORIZED_APPLICATIONS_PATH, toRevocation(found.application));
    const isDeleted = await deleteGrantWithTokens(service, exchange, found.grant);
    redirectTo(exchange, isDeleted ? `${AUTHORIZED_APPLICATIONS_PATH}?notice=application-revoked` : GONE);
  },
});

async function find(
  { store }: WebContext,
  { user }: Member,
  clientId: string,
): Promise<{ application: Application; grant: Grant } | undefined> {
  const application = await store.applications.byClientId(clientId);
  const grant = application && (await store.grants.byApplication(user.id, application.id));
  return grant && { application, grant };
}

/** A page that the browser goes back to after the revocation leads to the list, which explains it. */
const GONE = `${AUTHORIZED_APPLICATIONS_PATH}?notice=application-gone`;

function toRevocation(application: Application): ConfirmedAction {
  return {
    path: toConnectionPath(application),
    summary: 'Revoke access',
    object: `of ${application.name}`,
    consequence: 'The tokens of the application are deleted. It can request access again.',
    button: 'Revoke access',
  };
}

interface Connection {
  readonly application: Application;
  readonly ownerLogin: string | undefined;
  readonly grant: Grant;
  readonly tokens: readonly Authorization[];
  readonly tokenCount: number;
  /** Organizations of the user that enforce single sign-on, and whether they authorize a token of the application. */
  readonly organizations: readonly { organization: Organization; isAllowed: boolean }[];
}

async function loadConnection(
  service: WebContext,
  { user }: Member,
  application: Application,
  grant: Grant,
): Promise<Connection> {
  const { store } = service;
  const { clientId, ownerId } = application;
  const { items, total } = await store.authorizations.list(user.id, { page: 1, perPage: 100 }, clientId);
  const enforcing = await findEnforcing(service, user);
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

function detailView(connection: Connection, noticeKey: string | undefined): View {
  const { application, ownerLogin, grant, tokenCount } = connection;
  const { name, url, description } = application;
  return {
    title: name,
    section: AUTHORIZED_APPLICATIONS_PATH,
    main: (html, { token }) => html`
      <p><a href=${AUTHORIZED_APPLICATIONS_PATH}>Authorized applications</a></p>
      <h1>${name}</h1>
      ${actionNotice(html, noticeKey)}
      ${description === null ? null : html`<p>${description}</p>`}
      ${descriptionList(html, [
        ...(ownerLogin === undefined ? [] : [['Owner', ownerLogin] as const]),
        ['Homepage', html`<a href=${url} rel="noreferrer">${url}</a>`],
        ['Authorized', timeElement(html, grant.createdAt)],
        ['Used', lastUse(html, grant.lastUsedAt)],
        ['Tokens', tokenCount],
      ])}
      <h2>Permissions</h2>
      ${permissions(html, grant.scopes)}
      ${organizationAccess(html, connection.organizations)}
      ${tokenList(html, connection)}
      <h2>Revoke access</h2>
      ${confirmationForm(html, token, toRevocation(application))}`,
  };
}

function permissions(html: Html, scopes: readonly string[]): Markup {
  if (scopes.length === 0) return html`<p>The application can read public information only.</p>`;
  return html`
    <ul>${sortScopes(scopes).map(
      (scope) => html`<li>${findScope(scope)?.meaning ?? scope} <small><code>${scope}</code></small></li>`,
    )}</ul>`;
}

function organizationAccess(html: Html, organizations: Connection['organizations']): Markup | null {
  if (organizations.length === 0) return null;
  return html`
    <h2>Organizations with single sign-on</h2>
    <ul>${organizations.map(
      ({ organization, isAllowed }) =>
        html`<li>${organization.name ?? organization.login}: ${isAllowed ? 'authorized' : 'not authorized'}</li>`,
    )}</ul>`;
}

function tokenList(html: Html, { tokens, tokenCount }: Connection): Markup | null {
  if (tokens.length === 0) return null;
  const rows = tokens.map(({ tokenLastEight, fingerprint, note, scopes, lastUsedAt }) => [
    html`<code>…${tokenLastEight}</code>`,
    fingerprint ?? note ?? '',
    scopes.join(', '),
    lastUse(html, lastUsedAt),
  ]);
  return html`
    <h2>Tokens</h2>
    ${tokenCount > tokens.length ? html`<p class="soft">Showing ${tokens.length} of ${tokenCount} tokens.</p>` : null}
    ${table(html, ['Ends in', 'Fingerprint', 'Scopes', 'Used'], rows)}`;
}
