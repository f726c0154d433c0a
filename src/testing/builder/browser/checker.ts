import { find } from '#pages/browser/elements.ts';
import { showFieldError } from '#pages/browser/field-error.ts';
import { show } from '#pages/browser/show.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import { alert } from '#pages/components/banner.ts';
import type { TargetProblem } from '../../labs/keys/target-problem.ts';
import type { ResponsePreview } from '../../responses/send/preview-schema.ts';
import { previewView } from '../response/preview.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface CheckedTarget {
  readonly problem: TargetProblem | null;
  readonly preview: ResponsePreview | null;
}

/** What is checked: the target to send, and the response that the form shows. */
export interface Subject {
  readonly target: string;
  readonly method: string;
  /** A target of `/compose`. */
  readonly response: string;
  /** Index of the step that the form shows. */
  readonly step: number;
}

/** Shows the bytes that the server would send, or its error at the field that has it. */
export class Checker {
  readonly #output = find(document, '#problem', HTMLElement);
  readonly #preview = find(document, '#preview', HTMLElement);
  readonly #url = find(document, '#url', HTMLElement);
  readonly #key = find(document, '#key', HTMLInputElement);
  readonly #freeKey = find(document, '#free-key', HTMLButtonElement);
  readonly #onChange: (isValid: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checks = 0;
  /** The last valid one. */
  #shown: ResponsePreview | undefined;

  /** @param onChange called with whether the request is valid, as far as it is checked. */
  constructor(onChange: (isValid: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Checks when the user has stopped typing. */
  later(check: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(check, CHECK_DELAY_MS);
  }

  async check({ target, method, response, step }: Subject): Promise<void> {
    clearTimeout(this.#timer);
    const check = ++this.#checks;
    const checked = await fetchCheck(target, method);
    const composed = checked && response !== target ? await fetchCheck(response, 'GET') : checked;
    // The server can answer a later check first.
    if (!checked || check !== this.#checks) return;
    const { problem } = checked;
    this.#shown = composed?.preview ?? this.#shown;
    if (this.#shown) show(this.#preview, previewView(this.#shown, composed?.preview === null));
    this.#showState(problem === null);
    if (problem) this.#showProblem(problem, step);
  }

  /** What is not valid can neither be sent, nor copied, nor saved. */
  #showState(isValid: boolean): void {
    this.#onChange(isValid);
    this.#url.classList.toggle('invalid', !isValid);
    for (const button of document.querySelectorAll<HTMLButtonElement>(
      ':is(.result, .sendbar) [data-copy]:not([data-copy=""])',
    ))
      button.disabled = !isValid;
    for (const link of document.querySelectorAll<HTMLElement>('#save a')) link.hidden = !isValid;
    show(this.#output, null);
    this.#freeKey.hidden = true;
    for (const control of document.querySelectorAll<Control>('form [aria-invalid]'))
      showFieldError(control, undefined);
  }

  /** Each error once: at its field, or above the result if no visible field has it. */
  #showProblem({ message, directives, step: invalid }: TargetProblem, step: number): void {
    const isShown = invalid === null || invalid === step + 1;
    const marked = isShown ? directives.filter(({ name, message: text }) => mark(name, text)) : [];
    if (marked.length > 0) return;
    const isTaken = directives.length === 0 && !this.#key.disabled;
    if (isTaken) showFieldError(this.#key, message);
    else show(this.#output, alert(message));
    this.#freeKey.hidden = !(isTaken && message.includes('DELETE /'));
  }
}

async function fetchCheck(target: string, method: string): Promise<CheckedTarget | undefined> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ target, method });
  const response = await fetch(sitePath('/compose/builder'), { method: 'POST', headers, body }).catch(
    () => undefined,
  );
  return response?.ok ? response.json() : undefined;
}

/** Time from the last key to the check. */
const CHECK_DELAY_MS = 300;

/** Shows the error of a directive at its first control. @returns whether there is one */
function mark(name: string, message: string): boolean {
  const controls = document.querySelectorAll<Control>(
    `form [name="${CSS.escape(name)}"], form #${CSS.escape(name)}`,
  );
  const first = [...controls].find((control) => !control.matches(':disabled, [type="hidden"]'));
  if (!first) return false;
  first.closest('details')?.setAttribute('open', '');
  const text = message.replace(`${name}: `, '');
  showFieldError(first, text.charAt(0).toUpperCase() + text.slice(1));
  return true;
}
