import { banner } from '#pages/components/banner.ts';
import { button } from '#pages/components/button.ts';
import { factList } from '#pages/components/facts.ts';
import { secretNotice } from '#pages/components/secret-notice.ts';
import { html } from '#pages/html.ts';
import type { Application } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { exactTime } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import type { FormProblem } from '../forms/problem.ts';
import { confirmedActions } from '../shell/confirmation-form.ts';
import { APPLICATIONS_PATH, buildApplicationPath } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { applicationActions } from './application-actions.ts';
import { applicationFields } from './application-fields.ts';
import type { ApplicationDraft } from './application-form.ts';

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
  const path = buildApplicationPath(application);
  const { name, clientId, createdAt, isSuspended } = application;
  return {
    title: name,
    section: APPLICATIONS_PATH,
    main: ({ token }) => html`
      ${heading(name, { parent: { path: APPLICATIONS_PATH, title: 'Developer applications' } })}
      ${actionNotice(view.notice)}
      ${view.secrets?.map((secret) => secretNotice('New client secret.', secret))}
      ${isSuspended ? banner('bad', 'This application is suspended. Users cannot authorize it.') : null}
      ${factList([
        ['Client ID', html`<code>${clientId}</code>`],
        ['Registered', exactTime(createdAt)],
      ])}
      <form method="post" action=${path}>
        ${token}
        ${applicationFields(view.draft ?? application, view.rejected)}
        ${button('Save', { kind: 'primary', name: 'action', value: 'save' })}
      </form>
      <h2>Client secret and deletion</h2>
      <p class="soft">The server stores only a hash of the client secret.</p>
      ${confirmedActions(token, applicationActions(application))}`,
  };
}
