import { html, type Markup } from '../html.ts';
import { button, iconButton } from './button.ts';

interface ToastOptions {
  readonly text: string;
  /** Undoes what the text says; the key `z` does the same. */
  readonly onUndo?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** A notice above the page, with a way back. The script shows one at a time, in an element with `role=status`. */
export function toast({ text, onUndo, onClose }: ToastOptions): Markup {
  return html`
    <div class="toast"><span>${text}</span>${
      onUndo === undefined ? null : [button('Undo', { type: 'button', onClick: onUndo }), html`<kbd>z</kbd>`]
    }${iconButton('close', 'Close', { onClick: onClose })}</div>`;
}
