import { toast } from '../components/toast.ts';
import { show } from './show.ts';

/** How long a toast is shown, without the time in which it has the focus or the pointer. */
const SHOWN_MS = 60_000;

interface ToastContent {
  readonly text: string;
  readonly onUndo?: () => unknown;
}

/** Shows one toast at a time, in an element of the page that screen readers announce. */
export class Toasts {
  readonly #region: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #undo: (() => void) | undefined;

  /** @param region has the role `status` */
  constructor(region: HTMLElement) {
    this.#region = region;
    for (const type of ['pointerenter', 'focusin']) region.addEventListener(type, () => this.#pause());
    for (const type of ['pointerleave', 'focusout']) region.addEventListener(type, () => this.#start());
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

  /** Undoes what the toast reports. Nothing happens without one. */
  undo(): void {
    this.#undo?.();
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

/** Adds toasts to a page without keys of its own: the key `z` undoes what they report. */
export function addToasts(): Toasts {
  const region = document.createElement('div');
  region.role = 'status';
  document.body.append(region);
  const toasts = new Toasts(region);
  document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    const isTyping =
      target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select');
    if (key === 'z' && !isTyping && !ctrlKey && !metaKey && !altKey) toasts.undo();
  });
  return toasts;
}
