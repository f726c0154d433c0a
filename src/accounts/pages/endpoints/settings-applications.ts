import { buttonLink, rowList } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import type { Grant, Listing } from '../../store/index.ts';
import { lastUse, listQuery, PAGE_SIZE, paginationLinks } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { formBody, readForm } from '../forms/form.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import {
  askConfirmation,
  confirmationForm,
  confirmationFormFields,
  isConfirmed,
} from '../shell/confirmation.ts';
import { redirectTo, showPage, type View } from '../shell/page.ts';
import { AUTHORIZED_APPLICATIONS_PATH, toConnectionPath } from '../shell/paths.ts';

export const authorizedApplicationsPage = memberPage({
  path: AUTHORIZED_APPLICATIONS_PATH,
  tag: 'Settings',
  summary: 'Lists the applications that have access to the account.',
  query: listQuery,
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Fsettings%2Fapplications']] }],

  async handle({ query, exchange, service, caller }) {
    const grants = await service.store.grants.list(caller.user.id, { page: query.page, perPage: PAGE_SIZE });
    await showPage({ exchange, service, caller }, listView(grants, query.page, query.notice));
  },
});

export const revokeAllApplications = memberForm({
  path: AUTHORIZED_APPLICATIONS_PATH,
  tag: 'Settings',
  summary: 'Revokes the access of all applications.',
  body: formBody(confirmationFormFields),
  responses: { 422: 'The action is not confirmed.' },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    if (!isConfirmed(readForm(call))) return askConfirmation(call, AUTHORIZED_APPLICATIONS_PATH, REVOKE_ALL);
    const { id } = caller.user;
    await service.store.grants.deleteAllWithTokens(id, (count) =>
      service.securityLog.event(exchange, id, 'oauth_authorization.destroy', `all ${count} applications`),
    );
    redirectTo(exchange, `${AUTHORIZED_APPLICATIONS_PATH}?notice=applications-revoked`);
  },
});

function listView({ items, total }: Listing<Grant>, page: number, noticeKey: string | undefined): View {
  return {
    title: 'Authorized applications',
    section: AUTHORIZED_APPLICATIONS_PATH,
    main: (html, { token }) => html`
      <h1>Authorized applications</h1>
      ${actionNotice(html, noticeKey)}
      ${
        total === 0
          ? html`<p>No applications are authorized.</p>`
          : html`
            <p class="soft">${total === 1 ? 'One application has' : `${total} applications have`} access to your account.</p>
            ${rowList(
              html,
              items.map((grant) => toRow(html, grant)),
            )}
            ${paginationLinks(html, AUTHORIZED_APPLICATIONS_PATH, page, total)}
            ${confirmationForm(html, token, REVOKE_ALL)}`
      }`,
  };
}

function toRow(html: Html, { application, scopes, lastUsedAt }: Grant): Markup {
  const path = toConnectionPath(application);
  return html`
    <div>
      <h2 class="row-title"><a href=${path}>${application.name}</a></h2>
      <p class="soft">${lastUse(html, lastUsedAt)} · ${scopes.length === 0 ? 'no scopes' : scopes.join(', ')}</p>
    </div>
    ${buttonLink(html, 'Review', path, { 'aria-label': `Review or revoke ${application.name}` })}`;
}

const REVOKE_ALL = {
  path: AUTHORIZED_APPLICATIONS_PATH,
  summary: 'Revoke all',
  consequence: 'All applications lose access to your account, and their tokens are deleted.',
  button: 'Revoke access of all applications',
};
