import { button, descriptionList, secretNotice } from '#pages/components.ts';
import type { Application } from '../../store/index.ts';
import { timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import type { FormProblem } from '../forms/problem.ts';
import { type ConfirmedAction, confirmationForm } from '../shell/confirmation.ts';
import type { View } from '../shell/page.ts';
import { APPLICATIONS_PATH, toApplicationPath } from '../shell/paths.ts';
import { type ApplicationDraft, applicationFields } from './application-form.ts';

interface ShownApplication {
  readonly notice?: string | undefined;
  /** New client secrets. */
  readonly secrets?: readonly string[];
  /** The submitted draft, if it is rejected, and the reason. */
  readonly draft?: ApplicationDraft;
  readonly rejected?: FormProblem;
}

/** The page of an application for its owner. */
export function applicationView(application: Application, view: ShownApplication): View {
  const path = toApplicationPath(application);
  const { name, clientId, createdAt, isSuspended } = application;
  return {
    title: name,
    section: APPLICATIONS_PATH,
    hasCopyButtons: Boolean(view.secrets?.length),
    main: (html, { token }) => html`
      <p><a href=${APPLICATIONS_PATH}>Developer applications</a></p>
      <h1>${name}</h1>
      ${actionNotice(html, view.notice)}
      ${view.secrets?.map((secret) => secretNotice(html, 'New client secret.', secret))}
      ${isSuspended ? html`<p class="notice error">This application is suspended. Users cannot authorize it.</p>` : null}
      ${descriptionList(html, [
        ['Client ID', html`<code>${clientId}</code>`],
        ['Registered', timeElement(html, createdAt)],
      ])}
      <form method="post" action=${path}>
        ${token}
        ${applicationFields(html, view.draft ?? application, view.rejected)}
        ${button(html, 'Save', { kind: 'primary', name: 'action', value: 'save' })}
      </form>
      <h2>Client secret and deletion</h2>
      <p class="soft">The server stores only a hash of the client secret.</p>
      ${applicationActions(application).map((action) => confirmationForm(html, token, action))}`,
  };
}

/** The actions of the page that ask for a confirmation. */
export function applicationActions(application: Application): readonly ConfirmedAction[] {
  const path = toApplicationPath(application);
  return ACTIONS.map((action) => ({ ...action, path, summary: action.button }));
}

const ACTIONS = [
  {
    action: 'reset-secret',
    button: 'Generate a new client secret',
    consequence: 'The current secret stops working. User tokens remain valid.',
  },
  {
    action: 'revoke-tokens',
    button: 'Revoke all user tokens',
    consequence: 'All users must authorize the application again.',
  },
  {
    action: 'delete',
    button: 'Delete application',
    consequence: 'The application and all of its tokens are deleted permanently.',
  },
];
