import { Type } from 'typebox';
import { notFound } from '../../../http/errors.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import type { Application } from '../../store.ts';
import { createClientSecret, toDigest } from '../../tokens/tokens.ts';
import { notice } from '../components/notices.ts';
import { listQuery } from '../components/pagination.ts';
import { type Member, memberPage, type WebContext } from '../context.ts';
import { confirmationFormFields, refuseUnconfirmed } from '../forms/confirmation.ts';
import { choiceField, formBody, readForm } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';
import { passSecrets, takeSecrets } from '../sessions/one-time-secret.ts';
import {
  applicationFormFields,
  problemOfApplication,
  readApplicationDraft,
} from '../settings/application-form.ts';
import {
  applicationView,
  APPLICATIONS_PATH as PATH,
  toApplicationPath,
} from '../settings/application-page.ts';

export const applicationsPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'The applications that the user has registered.',
  access: 'session',
  query: { notice: listQuery.notice },
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('Sign in first.') },
  examples: [
    { path: PATH, status: 302, answers: [['Location', '/login?return_to=%2Fsettings%2Fdevelopers']] },
  ],

  async handle({ query, exchange, service, caller }) {
    const applications = await service.store.applications.byOwner(caller.user.id);
    await show({ exchange, service, caller }, listView(applications, query.notice));
  },
});

const params = { client_id: Type.String({ description: 'The client ID of the application.' }) };

export const applicationPage = memberPage({
  path: '/settings/developers/{client_id}',
  methods: ['GET'],
  tag: 'Settings',
  summary: 'One application of the user, to be changed.',
  access: 'session',
  params,
  query: { notice: listQuery.notice },
  responses: {
    200: htmlResponse('A page.'),
    302: redirectResponse('Sign in first.'),
    404: 'The user has no such application.',
  },
  examples: [{ path: '/settings/developers/0123456789abcdef0123', status: 302 }],

  async handle({ params, query, exchange, service, caller }) {
    const application = await find(service, caller, params.client_id);
    const call = { exchange, service, caller };
    const { secrets, fields } = await takeSecrets(call);
    await show(call, applicationView(application, { notice: query.notice, secrets }), 200, fields);
  },
});

export const changeApplication = memberPage({
  path: '/settings/developers/{client_id}',
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Saves or deletes an application, resets its secret, or revokes its tokens.',
  access: 'session',
  params,
  body: formBody({
    action: choiceField('save', 'reset-secret', 'revoke-tokens', 'delete'),
    ...applicationFormFields,
    ...confirmationFormFields,
  }),
  responses: {
    303: redirectResponse('Done. After `reset-secret`, to the page that shows the new client secret, once.'),
    403: 'The form did not come from the page.',
    404: 'The user has no such application.',
    422: 'Something in the form cannot be, or it was not confirmed.',
  },
  examples: [{ path: '/settings/developers/0123456789abcdef0123', status: 303 }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    const form = readForm(call);
    const { store, securityLog, runtime } = service;
    const application = await find(service, caller, params.client_id);
    const [{ id, name }, userId, updatedAt] = [application, caller.user.id, toApiTime(runtime.now())];
    const page = toApplicationPath(application);

    switch (form.text('action')) {
      case 'reset-secret': {
        const secret = createClientSecret(runtime);
        const isThere = await store.applications.update(id, { secretDigest: toDigest(secret), updatedAt });
        if (!isThere) throw notFound();
        await securityLog.note(exchange, userId, 'oauth_application.reset_secret', name);
        return goOn(exchange, page, passSecrets(call, page, [secret]));
      }

      case 'revoke-tokens':
        refuseUnconfirmed(form);
        await store.applications.revokeAll(id);
        await securityLog.note(exchange, userId, 'oauth_application.revoke_tokens', name);
        return goOn(exchange, `${page}?notice=user-tokens-revoked`);

      case 'delete':
        refuseUnconfirmed(form);
        if (!(await store.applications.delete(id))) throw notFound();
        await securityLog.note(exchange, userId, 'oauth_application.destroy', name);
        return goOn(exchange, `${PATH}?notice=application-deleted`);

      default: {
        const draft = readApplicationDraft(form);
        const problem = problemOfApplication(draft);
        if (problem !== undefined) return show(call, applicationView(application, { draft, problem }), 422);
        if (!(await store.applications.update(id, { ...draft, updatedAt }))) throw notFound();
        await securityLog.note(exchange, userId, 'oauth_application.update', draft.name);
        goOn(exchange, `${page}?notice=application-saved`);
      }
    }
  },
});

async function find({ store }: WebContext, { user }: Member, clientId: string): Promise<Application> {
  const application = await store.applications.byClientId(clientId);
  if (application?.ownerId !== user.id) throw notFound();
  return application;
}

function listView(applications: readonly Application[], word: string | undefined): View {
  return {
    title: 'Developer applications',
    section: PATH,
    body: (html) => html`
      <h1>Developer applications</h1>
      ${notice(html, word)}
      <p class="soft">Applications that you registered. They get tokens of the users who authorize them.</p>
      <p><a class="button main" href="/settings/applications/new">Register a new application</a></p>
      ${
        applications.length === 0
          ? html`<p>You have registered none.</p>`
          : html`<ul class="rows">${applications.map((application) => row(html, application))}</ul>`
      }`,
  };
}

function row(html: Html, application: Application): Markup {
  const path = toApplicationPath(application);
  return html`
    <li>
      <div>
        <h2 class="row-title"><a href=${path}>${application.name}</a></h2>
        <p class="soft">${application.url}</p>
      </div>
      <a class="button" href=${path} aria-label=${`Edit ${application.name}`}>Edit</a>
    </li>`;
}
