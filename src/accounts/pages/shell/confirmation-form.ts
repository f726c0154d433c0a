import { button, buttonLink } from '#pages/components/button.ts';
import { checkbox } from '#pages/components/checkbox.ts';
import { html, type Markup } from '#pages/html.ts';
import { errorAt, type FormProblem } from '../forms/problem.ts';
import type { View } from './view.ts';

/** A collapsed form with a checkbox that confirms the action. */
export function confirmationForm(
  token: Markup,
  confirmed: ConfirmedAction,
  { isInRow = false } = {},
): Markup {
  const { summary, object } = confirmed;
  const label = object === undefined ? undefined : `${summary} ${object}`;
  return html`
    <details class=${isInRow ? 'row-action' : 'box'}>
      <summary class="btn danger sm" aria-label=${label}>${summary}</summary>
      ${actionForm(token, confirmed)}
    </details>`;
}

function actionForm(
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
      ${checkbox(options, 'I understand the consequences')}
      <div class="actions">${button(label, { kind: 'danger', name, value: action })} ${cancel}</div>
    </form>`;
}

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

/** The page that asks for the confirmation of a form that was submitted without it. */
export function confirmationView(section: string, confirmed: ConfirmedAction, rejected: FormProblem): View {
  const { summary, object, path } = confirmed;
  const title = object === undefined ? summary : `${summary} ${object}`;
  return {
    title,
    section,
    main: ({ token }) => html`
      <h1>${title}</h1>
      ${actionForm(token, confirmed, rejected, buttonLink('Cancel', path))}`,
  };
}
