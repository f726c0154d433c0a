import { toast } from '../components/toast.ts';
import { show } from './show.ts';

/** How long a toast is shown, without the time in which it has the focus or the pointer. */
const SHOWN_MS = 60_000;

interface ToastContent {
  readonly text: string;
  readonly onUndo?: () => unknown;
}

/** Shows one toast at a time, in an element of the page that screen readers announce. The key `z` undoes what it reports. */
export class Toasts {
  readonly #region = document.createElement('div');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #undo: (() => void) | undefined;

  constructor() {
    this.#region.role = 'status';
    document.body.append(this.#region);
    for (const type of ['pointerenter', 'focusin']) this.#region.addEventListener(type, () => this.#pause());
    for (const type of ['pointerleave', 'focusout']) this.#region.addEventListener(type, () => this.#start());
    document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
      const isTyping =
        target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select');
      if (key === 'z' && !isTyping && !ctrlKey && !metaKey && !altKey) this.#undo?.();
    });
  }

  show({ text, onUndo }: ToastContent): void {
    this.#undo =
      onUndo &&
      (() => {
        this.hide();
        onUndo();
      });
    show(this.#region, toast({ text, onUndo: this.#undo, onClose: () => this.hide() }));
    this.#start();
  }

  hide(): void {
    this.#pause();
    this.#undo = undefined;
    show(this.#region, null);
  }

  #start(): void {
    this.#pause();
    this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
  }

  #pause(): void {
    clearTimeout(this.#timer);
  }
}
