import { Type } from 'typebox';
import { HttpError } from '../../../http/errors.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Form } from './form.ts';

/** The fields of a form that wants to be confirmed. */
export const confirmationFormFields = { confirmed: Type.Optional(Type.Enum(['yes'])) };

/** A form that stays folded until somebody wants it, and asks whether he is sure. */
export function confirmationForm(html: Html, token: Markup, deed: Deed): Markup {
  const name = deed.action === undefined ? undefined : 'action';
  return html`
    <details class="box">
      <summary>${deed.summary}</summary>
      <form method="post" action=${deed.path}>
        ${token}
        <p>${deed.consequence}</p>
        <label class="tick"><input type="checkbox" name="confirmed" value="yes" required /> I am sure</label>
        <button class="danger" name=${name} value=${deed.action}>${deed.button}</button>
      </form>
    </details>`;
}

/** @throws HttpError 422 when the box was not ticked. */
export function refuseUnconfirmed(form: Form): void {
  if (form.text('confirmed') !== 'yes') throw new HttpError(422, 'Tick the box to confirm it.');
}

/** What is done only once it was said twice: by the button, and by the tick above it. */
interface Deed {
  /** Where the form is sent to, and as which of the actions there, when there are several. */
  readonly path: string;
  readonly action?: string;
  readonly summary: string;
  readonly consequence: string;
  readonly button: string;
}
