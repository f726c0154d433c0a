import { redirectResponse } from '#http/message/response.ts';
import { computeDigest, createClientId, createClientSecret } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { formBody, readForm } from '../forms/form.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import {
  applicationFormFields,
  emptyDraft,
  findApplicationProblem,
  readApplicationDraft,
} from '../settings/application-form.ts';
import { passSecrets } from '../shell/one-time-secret.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { buildApplicationPath, NEW_APPLICATION_PATH } from '../shell/paths.ts';

export const newApplicationPage = memberPage({
  path: NEW_APPLICATION_PATH,
  tag: 'Settings',
  summary: 'Returns the page where a developer registers an application.',
  examples: [{ status: 302 }],

  async handle(call) {
    const { newApplicationView } = await import('../settings/new-application-page.ts');
    await showPage(call, newApplicationView(emptyDraft));
  },
});

export const registerApplication = memberForm({
  path: NEW_APPLICATION_PATH,
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
    if (rejected) {
      const { newApplicationView } = await import('../settings/new-application-page.ts');
      return showPage(call, newApplicationView(draft, rejected), rejected.status);
    }
    const [secret, at] = [createClientSecret(runtime), formatApiTime(runtime.now())];
    const application = await store.applications.add(
      {
        ...draft,
        clientId: createClientId(runtime),
        secretDigest: computeDigest(secret),
        ownerId: caller.user.id,
        createdAt: at,
        updatedAt: at,
      },
      securityLog.event(exchange, caller.user.id, 'oauth_application.create', draft.name),
    );
    if (!application) throw new Error('A random client ID exists already');
    const page = buildApplicationPath(application);
    redirectTo(exchange, page, passSecrets(call, page, [secret]));
  },
});
