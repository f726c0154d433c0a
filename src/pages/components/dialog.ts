import { html, type Markup } from '../html.ts';
import { button } from './button.ts';

interface ConfirmationOptions {
  readonly id: string;
  readonly title: string;
  /** What is lost. */
  readonly text: Markup | string;
  /** The label of the button that does it, such as `Delete 3 tokens`. */
  readonly action: string;
}

/**
 * A dialog for what cannot be undone. The script opens it by `showModal`, and reads `returnValue`: `confirm`, or the empty text.
 * The button that changes nothing has the focus.
 */
export function confirmation({ id, title, text, action }: ConfirmationOptions): Markup {
  return html`
    <dialog id=${id} aria-labelledby=${`${id}-title`}>
      <h2 id=${`${id}-title`}>${title}</h2>
      <p>${text}</p>
      <form method="dialog" class="actions">${button('Cancel', { value: '', autofocus: true })}${button(action, { kind: 'delete', value: 'confirm' })}</form>
    </dialog>`;
}
