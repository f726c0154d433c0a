import { listQuery, PAGE_SIZE } from '../components/list-query.ts';
import { formBody, readForm } from '../forms/form.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import { revocationOfAll } from '../settings/application-actions.ts';
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
    const { page, notice } = query;
    const view = authorizedApplicationsView(grants, { page, notice, now: service.runtime.now() });
    await showPage({ exchange, service, caller }, view);
  },
});

export const revokeAllApplications = memberForm({
  path: AUTHORIZED_APPLICATIONS_PATH,
  tag: 'Settings',
  summary: 'Revokes the access of all applications.',
  body: formBody(confirmationFormFields),
  responses: { 422: 'The action is not confirmed: a page asks for the confirmation.' },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    if (!isConfirmed(readForm(call)))
      return askConfirmation(call, AUTHORIZED_APPLICATIONS_PATH, revocationOfAll());
    const { id } = caller.user;
    await service.store.grants.deleteAllWithTokens(id, (count) =>
      service.securityLog.event(exchange, id, 'oauth_authorization.destroy', `all ${count} applications`),
    );
    redirectTo(exchange, `${AUTHORIZED_APPLICATIONS_PATH}?notice=applications-revoked`);
  },
});
