import { Type } from 'typebox';
import { notFound } from '../../../http/errors.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import type { Application, Authorization, Grant, Organization } from '../../store.ts';
import { endAccess } from '../../tokens/end-access.ts';
import { findScopeWords } from '../../tokens/scope-words.ts';
import { notice } from '../components/notices.ts';
import { listQuery } from '../components/pagination.ts';
import { lastUsed, timeView } from '../components/time.ts';
import { type Member, memberPage, type WebContext } from '../context.ts';
import { formBody, readForm } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';
import { toConnectionPath } from '../settings/paths.ts';
import { findEnforcing } from '../settings/single-sign-on.ts';

const PATH = '/settings/connections/applications/{client_id}';

const params = { client_id: Type.String({ description: 'The client ID of the application.' }) };

export const connectionPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'What one application may do with the account, in words.',
  access: 'session',
  params,
  query: { notice: listQuery.notice },
  responses: {
    200: htmlResponse('A page.'),
    302: redirectResponse('Sign in first.'),
    404: 'This application has no access.',
  },
  examples: [{ path: '/settings/connections/applications/0123456789abcdef0123', status: 302 }],

  async handle({ params, query, exchange, service, caller }) {
    const { application, grant } = await find(service, caller, params.client_id);
    const connection = await gather(service, caller, application, grant);
    await show({ exchange, service, caller }, detailView(connection, query.notice));
  },
});

export const revokeConnection = memberPage({
  path: PATH,
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Ends the access of one application: the same act as deleting its grant by the API.',
  access: 'session',
  params,
  body: formBody(),
  responses: {
    303: redirectResponse('Done.'),
    403: 'The form did not come from the page.',
    404: 'It has no access.',
  },
  examples: [{ path: '/settings/connections/applications/0123456789abcdef0123', status: 303 }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    readForm(call);
    const { grant } = await find(service, caller, params.client_id);
    if (!(await endAccess(service, exchange, grant))) throw notFound();
    goOn(exchange, '/settings/applications?notice=application-revoked');
  },
});

async function find(
  { store }: WebContext,
  { user }: Member,
  clientId: string,
): Promise<{ application: Application; grant: Grant }> {
  const application = await store.applications.byClientId(clientId);
  const grant = application && (await store.grants.byApplication(user.id, application.id));
  if (!application || !grant) throw notFound();
  return { application, grant };
}

interface Connection {
  readonly application: Application;
  readonly ownerLogin: string | undefined;
  readonly grant: Grant;
  readonly tokens: readonly Authorization[];
  readonly tokenCount: number;
  /** The user's organizations that enforce single sign-on, and whether a token of the application is allowed there. */
  readonly organizations: readonly { organization: Organization; isAllowed: boolean }[];
}

async function gather(
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

function detailView(connection: Connection, word: string | undefined): View {
  const { application, ownerLogin, grant, tokenCount } = connection;
  const { name, url, description } = application;
  return {
    title: name,
    section: '/settings/applications',
    body: (html, { token }) => html`
      <p><a href="/settings/applications">Authorized applications</a></p>
      <h1>${name}</h1>
      ${notice(html, word)}
      ${description === null ? null : html`<p>${description}</p>`}
      <dl class="facts">
        ${ownerLogin === undefined ? null : html`<dt>Owner</dt><dd>${ownerLogin}</dd>`}
        <dt>Homepage</dt><dd><a href=${url} rel="noreferrer">${url}</a></dd>
        <dt>Authorized</dt><dd>${timeView(html, grant.createdAt)}</dd>
        <dt>Used</dt><dd>${lastUsed(html, grant.lastUsedAt)}</dd>
        <dt>Tokens</dt><dd>${tokenCount}</dd>
      </dl>
      <h2>Permissions</h2>
      ${permissions(html, grant.scopes)}
      ${organizationAccess(html, connection.organizations)}
      ${tokenList(html, connection)}
      <h2>End its access</h2>
      <form method="post" action=${toConnectionPath(application)}>
        ${token}
        <p>Its tokens die at once. It can ask you again later.</p>
        <button class="danger">Revoke access</button>
      </form>`,
  };
}

function permissions(html: Html, scopes: readonly string[]): Markup {
  if (scopes.length === 0) return html`<p>It sees your public information, and nothing else.</p>`;
  return html`
    <ul>${scopes.map(
      (scope) =>
        html`<li>${findScopeWords(scope)?.meaning ?? scope} <small><code>${scope}</code></small></li>`,
    )}</ul>`;
}

function organizationAccess(html: Html, organizations: Connection['organizations']): Markup | null {
  if (organizations.length === 0) return null;
  return html`
    <h2>Organizations with single sign-on</h2>
    <ul>${organizations.map(
      ({ organization, isAllowed }) =>
        html`<li>${organization.name ?? organization.login}: ${isAllowed ? 'granted' : 'no access'}</li>`,
    )}</ul>`;
}

function tokenList(html: Html, { tokens, tokenCount }: Connection): Markup | null {
  if (tokens.length === 0) return null;
  const rows = tokens.map(
    ({ tokenLastEight, fingerprint, note, scopes, lastUsedAt }) => html`
      <tr><td><code>…${tokenLastEight}</code></td><td>${fingerprint ?? note ?? ''}</td>
        <td>${scopes.join(', ')}</td><td>${lastUsed(html, lastUsedAt)}</td></tr>`,
  );
  return html`
    <h2>Tokens</h2>
    ${tokenCount > tokens.length ? html`<p class="soft">The first ${tokens.length} of ${tokenCount}.</p>` : null}
    <div class="scroll"><table>
      <thead><tr><th>Ends in</th><th>Fingerprint</th><th>Scopes</th><th>Used</th></tr></thead>
      <tbody>${rows}</tbody>
    </table></div>`;
}
