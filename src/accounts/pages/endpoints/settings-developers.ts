import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import { computeDigest, createClientSecret } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { Application } from '../../store/index.ts';
import { listQuery } from '../components/list-query.ts';
import { choiceField, formBody, readForm } from '../forms/form.ts';
import { memberForm, memberPage, type WebContext } from '../sessions/context.ts';
import type { Member } from '../sessions/visitor.ts';
import { applicationActions } from '../settings/application-actions.ts';
import {
  applicationFormFields,
  findApplicationProblem,
  readApplicationDraft,
} from '../settings/application-form.ts';
import { askConfirmation, confirmationFormFields, isConfirmed } from '../shell/confirmation.ts';
import { passSecrets, takeSecrets } from '../shell/one-time-secret.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { APPLICATIONS_PATH, buildApplicationPath } from '../shell/paths.ts';

export const applicationsPage = memberPage({
  path: APPLICATIONS_PATH,
  tag: 'Settings',
  summary: 'Lists the applications that the user has registered.',
  query: { notice: listQuery.notice },
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Fsettings%2Fdevelopers']] }],

  async handle({ query, exchange, service, caller }) {
    const applications = await service.store.applications.byOwner(caller.user.id);
    const { applicationsView } = await import('../settings/applications-page.ts');
    await showPage(
      { exchange, service, caller },
      applicationsView(applications, { notice: query.notice, now: service.runtime.now() }),
    );
  },
});

const params = { client_id: Type.String({ description: 'The client ID of the application.' }) };

export const applicationPage = memberPage({
  path: '/settings/developers/{client_id}',
  tag: 'Settings',
  summary: 'Returns the page of an application of the user.',
  params,
  query: { notice: listQuery.notice },
  responses: { 303: redirectResponse('To the list: the user has no such application.') },
  examples: [{ path: '/settings/developers/0123456789abcdef0123', status: 302 }],

  async handle({ params, query, exchange, service, caller }) {
    const application = await find(service, caller, params.client_id);
    if (!application) return redirectTo(exchange, GONE);
    const call = { exchange, service, caller };
    const { secrets, fields } = await takeSecrets(call);
    const { applicationView } = await import('../settings/application-page.ts');
    await showPage(call, applicationView(application, { notice: query.notice, secrets }), 200, fields);
  },
});

export const changeApplication = memberForm({
  path: '/settings/developers/{client_id}',
  tag: 'Settings',
  summary: 'Saves or deletes an application, resets its secret, or revokes its tokens.',
  params,
  body: formBody({
    action: choiceField('save', 'reset-secret', 'revoke-tokens', 'delete'),
    ...applicationFormFields,
    ...confirmationFormFields,
  }),
  responses: {
    303: redirectResponse(
      'The action is complete. After `reset-secret`, the target page shows the new client secret once. To the list if the user has no such application.',
    ),
    422: 'A field of the form is invalid, or the action is not confirmed: a page asks for the confirmation.',
  },
  examples: [{ path: '/settings/developers/0123456789abcdef0123', status: 303 }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    const form = readForm(call);
    const { store, securityLog, runtime } = service;
    const application = await find(service, caller, params.client_id);
    if (!application) return redirectTo(exchange, GONE);
    const [{ id, name }, userId, updatedAt] = [application, caller.user.id, formatApiTime(runtime.now())];
    const page = buildApplicationPath(application);
    const action = applicationActions(application).find((each) => each.action === form.text('action'));
    if (action && !isConfirmed(form)) return askConfirmation(call, APPLICATIONS_PATH, action);

    switch (form.text('action')) {
      case 'reset-secret': {
        const secret = createClientSecret(runtime);
        const change = { secretDigest: computeDigest(secret), updatedAt };
        const event = securityLog.event(exchange, userId, 'oauth_application.reset_secret', name);
        if (!(await store.applications.update(id, change, event))) return redirectTo(exchange, GONE);
        return redirectTo(exchange, page, passSecrets(call, page, [secret]));
      }

      case 'revoke-tokens': {
        const event = securityLog.event(exchange, userId, 'oauth_application.revoke_tokens', name);
        await store.applications.revokeAll(id, event);
        return redirectTo(exchange, `${page}?notice=user-tokens-revoked`);
      }

      case 'delete': {
        const event = securityLog.event(exchange, userId, 'oauth_application.destroy', name);
        if (!(await store.applications.delete(id, event))) return redirectTo(exchange, GONE);
        return redirectTo(exchange, `${APPLICATIONS_PATH}?notice=application-deleted`);
      }

      default: {
        const draft = readApplicationDraft(form);
        const rejected = findApplicationProblem(draft);
        if (rejected) {
          const { applicationView } = await import('../settings/application-page.ts');
          return showPage(call, applicationView(application, { draft, rejected }), rejected.status);
        }
        const event = securityLog.event(exchange, userId, 'oauth_application.update', draft.name);
        if (!(await store.applications.update(id, { ...draft, updatedAt }, event)))
          return redirectTo(exchange, GONE);
        redirectTo(exchange, `${page}?notice=application-saved`);
      }
    }
  },
});

/** A page that the browser goes back to after the deletion leads to the list, which explains it. */
const GONE = `${APPLICATIONS_PATH}?notice=registration-gone`;

async function find(
  { store }: WebContext,
  { user }: Member,
  clientId: string,
): Promise<Application | undefined> {
  const application = await store.applications.byClientId(clientId);
  return application?.ownerId === user.id ? application : undefined;
}
