import { listQuery, PAGE_SIZE } from '../components/list-query.ts';
import { formBody, readForm } from '../forms/form.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import { REVOKE_ALL } from '../settings/application-actions.ts';
import { askConfirmation, confirmationFormFields, isConfirmed } from '../shell/confirmation.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { AUTHORIZED_APPLICATIONS_PATH } from '../shell/paths.ts';

export const authorizedApplicationsPage = memberPage({
  path: AUTHORIZED_APPLICATIONS_PATH,
  tag: 'Settings',
  summary: 'Lists the applications that have access to the account.',
  query: listQuery,
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Fsettings%2Fapplications']] }],

  async handle({ query, exchange, service, caller }) {
    const grants = await service.store.grants.list(caller.user.id, { page: query.page, perPage: PAGE_SIZE });
    const { authorizedApplicationsView } = await import('../settings/authorized-applications-page.ts');
    await showPage(
      { exchange, service, caller },
      authorizedApplicationsView(grants, query.page, query.notice),
    );
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
