import type { Html, Markup } from '../../../http/pages/page.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import type { Grant, Listing } from '../../store.ts';
import { notice } from '../components/notices.ts';
import { listQuery, pageLinks, ROWS } from '../components/pagination.ts';
import { lastUsed } from '../components/time.ts';
import { memberPage } from '../context.ts';
import { confirmationForm, confirmationFormFields, refuseUnconfirmed } from '../forms/confirmation.ts';
import { formBody, readForm } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';
import { toConnectionPath } from '../settings/paths.ts';

const PATH = '/settings/applications';

export const authorizedApplicationsPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'The applications that have access to the account.',
  access: 'session',
  query: listQuery,
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('Sign in first.') },
  examples: [
    { path: PATH, status: 302, answers: [['Location', '/login?return_to=%2Fsettings%2Fapplications']] },
  ],

  async handle({ query, exchange, service, caller }) {
    const grants = await service.store.grants.list(caller.user.id, { page: query.page, perPage: ROWS });
    await show({ exchange, service, caller }, listView(grants, query.page, query.notice));
  },
});

export const revokeAllApplications = memberPage({
  path: PATH,
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Ends the access of every application at once.',
  access: 'session',
  body: formBody(confirmationFormFields),
  responses: {
    303: redirectResponse('Done.'),
    403: 'The form did not come from the page.',
    422: 'It was not confirmed.',
  },
  examples: [{ path: PATH, status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    refuseUnconfirmed(readForm(call));
    const count = await service.store.grants.deleteAllWithTokens(caller.user.id);
    await service.securityLog.note(
      exchange,
      caller.user.id,
      'oauth_authorization.destroy',
      `all ${count} applications`,
    );
    goOn(exchange, `${PATH}?notice=applications-revoked`);
  },
});

function listView({ items, total }: Listing<Grant>, page: number, word: string | undefined): View {
  return {
    title: 'Authorized applications',
    section: PATH,
    body: (html, { token }) => html`
      <h1>Authorized applications</h1>
      ${notice(html, word)}
      ${
        total === 0
          ? html`<p>No applications are authorized.</p>`
          : html`
            <p class="soft">${total === 1 ? 'One application is' : `${total} applications are`} authorized.</p>
            <ul class="rows">${items.map((grant) => row(html, grant))}</ul>
            ${pageLinks(html, PATH, page, total)}
            ${confirmationForm(html, token, REVOKE_ALL)}`
      }`,
  };
}

function row(html: Html, { application, scopes, lastUsedAt }: Grant): Markup {
  const path = toConnectionPath(application);
  return html`
    <li>
      <div>
        <h2 class="row-title"><a href=${path}>${application.name}</a></h2>
        <p class="soft">${lastUsed(html, lastUsedAt)} · ${scopes.length === 0 ? 'no scopes' : scopes.join(', ')}</p>
      </div>
      <a class="button" href=${path} aria-label=${`Review or revoke ${application.name}`}>Review</a>
    </li>`;
}

const REVOKE_ALL = {
  path: PATH,
  summary: 'Revoke all',
  consequence: 'Every application loses its access, and all their tokens die at once.',
  button: 'Revoke the access of all applications',
};
