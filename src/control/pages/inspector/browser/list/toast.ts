import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { toast } from '#pages/components/toast.ts';

/** How long a toast with a way back stays, unless the user reads it. */
const UNDO_MS = 60_000;

/** The notice at the lower left, of which there is one at a time. The pointer and the focus stop its time. */
export class Toast {
  readonly #element = find(document, '#toast', HTMLElement);
  #undo: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const stop = () => clearTimeout(this.#timer);
    const start = () => this.#start();
    this.#element.addEventListener('pointerenter', stop);
    this.#element.addEventListener('focusin', stop);
    this.#element.addEventListener('pointerleave', start);
    this.#element.addEventListener('focusout', start);
  }

  /** Shows a text, with a button that undoes what it says. */
  show(text: string, undo: () => unknown): void {
    this.#undo = () => {
      this.hide();
      void undo();
    };
    const options = { text, onUndo: () => this.undo(), onClose: () => this.hide() };
    show(this.#element, toast(options));
    this.#start();
  }

  /** Undoes what the toast says. Nothing happens without one. */
  undo(): void {
    this.#undo?.();
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#undo = undefined;
    show(this.#element, null);
  }

  #start(): void {
    clearTimeout(this.#timer);
    if (this.#undo) this.#timer = setTimeout(() => this.hide(), UNDO_MS);
  }
}
