import { redirectResponse } from '#http/message/response.ts';
import { button } from '#pages/components.ts';
import { createClientId, createClientSecret, toDigest } from '../../domain/tokens/tokens.ts';
import { toApiTime } from '../../store/api-time.ts';
import { formBody, readForm } from '../forms/form.ts';
import type { FormProblem } from '../forms/problem.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import {
  type ApplicationDraft,
  applicationFields,
  applicationFormFields,
  emptyDraft,
  findApplicationProblem,
  readApplicationDraft,
} from '../settings/application-form.ts';
import { passSecrets } from '../shell/one-time-secret.ts';
import { redirectTo, showPage, type View } from '../shell/page.ts';
import { APPLICATIONS_PATH, toApplicationPath } from '../shell/paths.ts';

const PATH = '/settings/applications/new';

export const newApplicationPage = memberPage({
  path: PATH,
  tag: 'Settings',
  summary: 'Returns the page where a developer registers an application.',
  examples: [{ status: 302 }],

  handle: (call) => showPage(call, newView(emptyDraft)),
});

export const registerApplication = memberForm({
  path: PATH,
  tag: 'Settings',
  summary: 'Registers an application, and redirects to the page that shows its client secret once.',
  body: formBody(applicationFormFields),
  responses: {
    303: redirectResponse('To the page of the application, which shows the client secret once.'),
    422: 'A field of the form is invalid.',
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const { runtime, store, securityLog } = service;
    const draft = readApplicationDraft(readForm(call));
    const rejected = findApplicationProblem(draft);
    if (rejected) return showPage(call, newView(draft, rejected), rejected.status);
    const [secret, at] = [createClientSecret(runtime), toApiTime(runtime.now())];
    const application = await store.applications.add(
      {
        ...draft,
        clientId: createClientId(runtime),
        secretDigest: toDigest(secret),
        ownerId: caller.user.id,
        createdAt: at,
        updatedAt: at,
      },
      securityLog.event(exchange, caller.user.id, 'oauth_application.create', draft.name),
    );
    if (!application) throw new Error('A random client ID exists already');
    const page = toApplicationPath(application);
    redirectTo(exchange, page, passSecrets(call, page, [secret]));
  },
});

function newView(draft: ApplicationDraft, rejected?: FormProblem): View {
  return {
    title: 'Register an application',
    section: APPLICATIONS_PATH,
    main: (html, { token }) => html`
      <p><a href=${APPLICATIONS_PATH}>Developer applications</a></p>
      <h1>Register an application</h1>
      <form method="post" action=${PATH}>
        ${token}
        ${applicationFields(html, draft, rejected)}
        ${button(html, 'Register', { kind: 'primary' })}
      </form>`,
  };
}
