import { el } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import type { TargetProblem } from '../../labs/keys/target-problem.ts';

/** Shows the error that the server would send, beside the URL and at the fields. */
export class Checker {
  readonly #output = find(document, '#problem', HTMLElement);
  readonly #url = find(document, '#url', HTMLElement);
  readonly #invalid = find(document, '#invalid', HTMLElement);
  readonly #onChange: (isValid: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest = '';

  /** @param onChange called with whether the request is valid, as far as it is checked. */
  constructor(onChange: (isValid: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Checks when the user has stopped typing. */
  later(check: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(check, CHECK_DELAY_MS);
  }

  /** @param step index of the step that the form shows. */
  async check(target: string, method: string, step: number): Promise<void> {
    clearTimeout(this.#timer);
    const body = JSON.stringify({ target, method });
    this.#latest = body;
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(sitePath('/compose/builder'), { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (!response?.ok || this.#latest !== body) return;
    const { problem }: { problem: TargetProblem | null } = await response.json();
    this.clear();
    if (!problem) return;
    const names = problem.directives.map(({ name }) => name).join(', ');
    this.#show(`not valid${names === '' ? '' : `: ${names}`}`);
    this.#output.replaceChildren(el('p', { class: 'banner bad', role: 'alert' }, problem.message));
    if (problem.step === null || problem.step === step + 1)
      for (const { name, message } of problem.directives) mark(name, message);
  }

  /** What is not valid can neither be sent, nor copied, nor saved. */
  #show(invalid: string | undefined): void {
    this.#onChange(invalid === undefined);
    this.#invalid.textContent = invalid ?? '';
    this.#url.classList.toggle('invalid', invalid !== undefined);
    for (const button of document.querySelectorAll<HTMLButtonElement>('.result [data-copy]'))
      button.disabled = invalid !== undefined;
    for (const link of document.querySelectorAll<HTMLElement>('#save a')) link.hidden = invalid !== undefined;
  }

  clear(): void {
    this.#show(undefined);
    this.#output.replaceChildren();
    for (const control of document.querySelectorAll('[aria-invalid]')) {
      control.removeAttribute('aria-invalid');
      const described = (control.getAttribute('aria-describedby') ?? '').split(' ');
      const hints = described.filter((id) => id !== '' && !id.endsWith(ERROR)).join(' ');
      if (hints === '') control.removeAttribute('aria-describedby');
      else control.setAttribute('aria-describedby', hints);
    }
    for (const text of document.querySelectorAll('.field-problem')) text.remove();
  }
}

/** Time from the last key to the check. */
const CHECK_DELAY_MS = 300;

/** The end of the id of an error. */
const ERROR = '-error';

/** Marks the controls of a directive, and shows the error below the first one. */
function mark(name: string, message: string): void {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(`form [name="${CSS.escape(name)}"], form #${CSS.escape(name)}`),
  ];
  const visible = controls.filter((control) => !control.matches(':disabled, [type="hidden"]'));
  const id = `${name}${ERROR}`;
  for (const control of visible) {
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute(
      'aria-describedby',
      [control.getAttribute('aria-describedby') ?? '', id].join(' ').trim(),
    );
  }
  const [first] = visible;
  first?.closest('details')?.setAttribute('open', '');
  (first?.closest('.sel') ?? first)?.after(el('small', { class: 'err wide field-problem', id }, message));
}
