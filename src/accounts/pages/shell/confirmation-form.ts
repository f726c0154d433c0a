import { button, buttonLink } from '#pages/components/button.ts';
import { itemList } from '#pages/components/item-list.ts';
import { html, type Markup } from '#pages/html.ts';
import type { View } from './view.ts';

/** An action that takes effect only if the user confirms it. */
export interface ConfirmedAction {
  readonly path: string;
  /** Value of the field `action`, where the path has several actions. */
  readonly action?: string;
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Label of the button that asks. */
  readonly summary: string;
  /** What the action is about, where the page has several actions with the same summary. */
  readonly object?: string;
  readonly question: string;
  /** What is lost. */
  readonly consequence: string;
  /** Label of the button that confirms. */
  readonly button: string;
}

/** A button that asks before its action: in a dialog or, without a script, on the page of `confirmationView`. */
export function confirmationForm(token: Markup, confirmed: ConfirmedAction): Markup {
  const { path, summary, object, question, consequence } = confirmed;
  const label = object === undefined ? undefined : `${summary} ${object}`;
  return html`
    <form method="post" action=${path}>
      ${hiddenFields(token, confirmed)}
      ${button(`${summary}…`, { kind: 'quiet', class: 'danger', isSmall: true, 'aria-label': label })}
      <dialog aria-label=${question}>
        <h2>${question}</h2>
        <p class="soft">${consequence}</p>
        <div class="actions">${button('Cancel', { type: 'button', class: 'dismiss' })}${confirmButton(confirmed)}</div>
      </dialog>
    </form>`;
}

/** Actions, each with what is lost and the button that asks. */
export function confirmedActions(token: Markup, actions: readonly ConfirmedAction[]): Markup {
  return itemList(
    actions.map(
      (action) => html`
        <div>
          <h3>${action.button}</h3>
          <p class="soft small">${action.consequence}</p>
        </div>
        ${confirmationForm(token, action)}`,
    ),
  );
}

/** The page that asks for the confirmation of a form that was submitted without it. */
export function confirmationView(section: string, confirmed: ConfirmedAction): View {
  const { path, question, consequence } = confirmed;
  return {
    title: question,
    section,
    main: ({ token }) => html`
      <h1>${question}</h1>
      <p>${consequence}</p>
      <form method="post" action=${path}>
        ${hiddenFields(token, confirmed)}
        <div class="actions">${confirmButton(confirmed)}${buttonLink('Cancel', path)}</div>
      </form>`,
  };
}

function confirmButton({ button: label }: ConfirmedAction): Markup {
  return button(label, { kind: 'delete', name: 'confirmed', value: 'yes' });
}

function hiddenFields(token: Markup, { action, fields = {} }: ConfirmedAction): Markup {
  const all = { ...fields, ...(action !== undefined && { action }) };
  return html`
    ${token}
    ${Object.entries(all).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}`;
}
