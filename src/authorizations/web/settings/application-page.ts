import type { Application } from '../../store.ts';
import { alert, notice } from '../components/notices.ts';
import { shownOnce } from '../components/secret.ts';
import { timeView } from '../components/time.ts';
import { confirmationForm } from '../forms/confirmation.ts';
import type { View } from '../page.ts';
import { type ApplicationDraft, applicationFields } from './application-form.ts';

export const APPLICATIONS_PATH = '/settings/developers';

export interface ShownApplication {
  readonly notice?: string | undefined;
  /** Client secrets to show, once. */
  readonly secrets?: readonly string[];
  /** What was typed, when it cannot be saved, and why. */
  readonly draft?: ApplicationDraft;
  readonly problem?: string;
}

export function toApplicationPath({ clientId }: Pick<Application, 'clientId'>): string {
  return `${APPLICATIONS_PATH}/${encodeURIComponent(clientId)}`;
}

/** The page of an application, for whom it belongs to. */
export function applicationView(application: Application, shown: ShownApplication): View {
  const path = toApplicationPath(application);
  const { name, clientId, createdAt, isSuspended } = application;
  return {
    title: name,
    section: APPLICATIONS_PATH,
    hasCopyButtons: Boolean(shown.secrets?.length),
    body: (html, { token }) => html`
      <p><a href=${APPLICATIONS_PATH}>Developer applications</a></p>
      <h1>${name}</h1>
      ${notice(html, shown.notice)}
      ${shown.secrets?.map((secret) => shownOnce(html, 'The client secret.', secret))}
      ${alert(html, shown.problem)}
      ${isSuspended ? html`<p class="notice bad">This application is suspended. Users cannot authorize it.</p>` : null}
      <dl class="facts">
        <dt>Client ID</dt><dd><code>${clientId}</code></dd>
        <dt>Registered</dt><dd>${timeView(html, createdAt)}</dd>
      </dl>
      <form method="post" action=${path}>
        ${token}
        ${applicationFields(html, shown.draft ?? application)}
        <button class="main" name="action" value="save">Save</button>
      </form>
      <h2>Client secret</h2>
      <form method="post" action=${path}>
        ${token}
        <p>The server keeps no secret that it could show. A new one ends the present one at once; tokens stay.</p>
        <button name="action" value="reset-secret">Reset the client secret</button>
      </form>
      <h2>End it</h2>
      ${DEEDS.map((deed) => confirmationForm(html, token, { ...deed, path, summary: deed.button }))}`,
  };
}

const DEEDS = [
  {
    action: 'revoke-tokens',
    button: 'Revoke all user tokens',
    consequence: 'Every user has to let the application in again.',
  },
  {
    action: 'delete',
    button: 'Delete the application',
    consequence: 'It is gone for good, with every token of it.',
  },
];
