import { button } from '#pages/components/button.ts';
import { html } from '#pages/html.ts';
import { heading } from '../components/heading.ts';
import type { FormProblem } from '../forms/problem.ts';
import { APPLICATIONS_PATH, NEW_APPLICATION_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { applicationFields } from './application-fields.ts';
import type { ApplicationDraft } from './application-form.ts';

export function newApplicationView(draft: ApplicationDraft, rejected?: FormProblem): View {
  return {
    title: 'Register an application',
    section: APPLICATIONS_PATH,
    main: ({ token }) => html`
      ${heading('Register an application', { parent: { path: APPLICATIONS_PATH, title: 'Developer applications' } })}
      <form method="post" action=${NEW_APPLICATION_PATH}>
        ${token}
        ${applicationFields(draft, rejected)}
        ${button('Register', { kind: 'primary' })}
      </form>`,
  };
}
