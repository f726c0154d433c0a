import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import { deleteGrantWithTokens } from '../../domain/tokens/application-tokens.ts';
import type { Application, Grant } from '../../store/index.ts';
import { listQuery } from '../components/list-query.ts';
import { formBody, readForm } from '../forms/form.ts';
import { memberForm, memberPage, type WebContext } from '../sessions/context.ts';
import type { Member } from '../sessions/visitor.ts';
import { buildRevocation } from '../settings/application-actions.ts';
import { askConfirmation, confirmationFormFields, isConfirmed } from '../shell/confirmation.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { AUTHORIZED_APPLICATIONS_PATH } from '../shell/paths.ts';

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
    const { detailView, loadConnection } = await import('../settings/connection-page.ts');
    const connection = await loadConnection(service, caller, application, grant);
    await showPage(
      { exchange, service, caller },
      detailView(connection, { notice: query.notice, now: service.runtime.now() }),
    );
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
    422: 'The action is not confirmed: a page asks for the confirmation.',
  },
  examples: [{ path: '/settings/connections/applications/0123456789abcdef0123', status: 303 }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    const form = readForm(call);
    const found = await find(service, caller, params.client_id);
    if (!found) return redirectTo(exchange, GONE);
    if (!isConfirmed(form))
      return askConfirmation(call, AUTHORIZED_APPLICATIONS_PATH, buildRevocation(found.application));
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
