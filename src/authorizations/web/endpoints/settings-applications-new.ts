import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import { createClientId, createClientSecret, toDigest } from '../../tokens/tokens.ts';
import { alert } from '../components/notices.ts';
import { memberPage } from '../context.ts';
import { formBody, readForm } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';
import { passSecrets } from '../sessions/one-time-secret.ts';
import {
  type ApplicationDraft,
  applicationFields,
  applicationFormFields,
  emptyDraft,
  problemOfApplication,
  readApplicationDraft,
} from '../settings/application-form.ts';
import { APPLICATIONS_PATH, toApplicationPath } from '../settings/application-page.ts';

const PATH = '/settings/applications/new';

export const newApplicationPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'The page on which a developer registers an application.',
  access: 'session',
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('Sign in first.') },
  examples: [{ path: PATH, status: 302 }],

  handle: (call) => show(call, newView(emptyDraft)),
});

export const registerApplication = memberPage({
  path: PATH,
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Registers an application, and sends the browser to the page that shows its client secret once.',
  access: 'session',
  body: formBody(applicationFormFields),
  responses: {
    303: redirectResponse('To the page of the application, which shows its client secret once.'),
    403: 'The form did not come from the page.',
    422: 'Something in the form cannot be.',
  },
  examples: [{ path: PATH, status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const { runtime, store, securityLog } = service;
    const draft = readApplicationDraft(readForm(call));
    const problem = problemOfApplication(draft);
    if (problem !== undefined) return show(call, newView(draft, problem), 422);
    const [secret, at] = [createClientSecret(runtime), toApiTime(runtime.now())];
    const application = await store.applications.add({
      ...draft,
      clientId: createClientId(runtime),
      secretDigest: toDigest(secret),
      ownerId: caller.user.id,
      createdAt: at,
      updatedAt: at,
    });
    if (!application) throw new Error('A random client id is taken');
    await securityLog.note(exchange, caller.user.id, 'oauth_application.create', application.name);
    const page = toApplicationPath(application);
    goOn(exchange, page, passSecrets(call, page, [secret]));
  },
});

function newView(draft: ApplicationDraft, problem?: string): View {
  return {
    title: 'Register an application',
    section: APPLICATIONS_PATH,
    body: (html, { token }) => html`
      <p><a href=${APPLICATIONS_PATH}>Developer applications</a></p>
      <h1>Register an application</h1>
      ${alert(html, problem)}
      <form method="post" action=${PATH}>
        ${token}
        ${applicationFields(html, draft)}
        <button class="main">Register</button>
      </form>`,
  };
}
