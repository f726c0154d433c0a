import { Type } from 'typebox';
import { button, buttonLink, checkbox } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import type { Form } from '../forms/form.ts';
import { errorAt, type FormProblem, invalidField } from '../forms/problem.ts';
import { type MemberRequest, showPage } from './page.ts';

export const confirmationFormFields = { confirmed: Type.Optional(Type.Enum(['yes'])) };

/** An action that takes effect only if the user confirms it with a checkbox. */
export interface ConfirmedAction {
  readonly path: string;
  /** Value of the field `action`, where the path has several actions. */
  readonly action?: string;
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What the action is about, where the page has several actions with the same summary. */
  readonly object?: string;
  readonly consequence: string;
  readonly button: string;
}

/** A collapsed form with a checkbox that confirms the action. */
export function confirmationForm(
  html: Html,
  token: Markup,
  confirmed: ConfirmedAction,
  { isInRow = false } = {},
): Markup {
  const { summary, object } = confirmed;
  const label = object === undefined ? undefined : `${summary} ${object}`;
  return html`
    <details class=${isInRow ? 'row-action' : 'box'}>
      <summary aria-label=${label}>${summary}</summary>
      ${actionForm(html, token, confirmed)}
    </details>`;
}

function actionForm(
  html: Html,
  token: Markup,
  { path, action, fields = {}, consequence, button: label }: ConfirmedAction,
  rejected?: FormProblem,
  cancel?: Markup,
): Markup {
  const name = action === undefined ? undefined : 'action';
  const options = { name: 'confirmed', value: 'yes', required: true, error: errorAt(rejected, 'confirmed') };
  return html`
    <form method="post" action=${path}>
      ${token}
      ${Object.entries(fields).map(([key, value]) => html`<input type="hidden" name=${key} value=${value} />`)}
      <p>${consequence}</p>
      ${checkbox(html, options, 'I understand the consequences')}
      <div class="actions">${button(html, label, { kind: 'danger', name, value: action })} ${cancel}</div>
    </form>`;
}

export function isConfirmed(form: Form): boolean {
  return form.text('confirmed') === 'yes';
}

/** Sends the page that asks for the confirmation of a form that was submitted without it. */
export async function askConfirmation(
  call: MemberRequest,
  section: string,
  confirmed: ConfirmedAction,
): Promise<void> {
  const { summary, object, path } = confirmed;
  const title = object === undefined ? summary : `${summary} ${object}`;
  const rejected = invalidField('confirmed', 'Select the checkbox to confirm the action.');
  await showPage(
    call,
    {
      title,
      section,
      main: (html, { token }) => html`
        <h1>${title}</h1>
        ${actionForm(html, token, confirmed, rejected, buttonLink(html, 'Cancel', path))}`,
    },
    rejected.status,
  );
}
