import { el } from '../../../../http/pages/browser/dom.ts';
import { find } from '../../../../http/pages/browser/elements.ts';
import type { TargetProblem } from '../../../../labs/keys/target-problem.ts';

/** Shows the error that the server would send, beside the URL and at the fields. */
export class Checker {
  readonly #output = find(document, '#problem', HTMLElement);
  #latest = '';

  /** @param step index of the step that the form shows. */
  async check(target: string, method: string, step: number): Promise<void> {
    const body = JSON.stringify({ target, method });
    this.#latest = body;
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch('/compose/builder', { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (!response?.ok || this.#latest !== body) return;
    const { problem }: { problem: TargetProblem | null } = await response.json();
    this.clear();
    if (!problem) return;
    this.#output.replaceChildren(el('p', { class: 'notice error', role: 'alert' }, problem.message));
    if (problem.step === null || problem.step === step + 1)
      for (const { name, message } of problem.directives) mark(name, message);
  }

  clear(): void {
    this.#output.replaceChildren();
    for (const control of document.querySelectorAll('[aria-invalid]'))
      control.removeAttribute('aria-invalid');
    for (const text of document.querySelectorAll('.field-problem')) text.remove();
  }
}

/** Marks the controls of a directive, and shows the error below the first one. */
function mark(name: string, message: string): void {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(`form [name="${CSS.escape(name)}"], form #${CSS.escape(name)}`),
  ];
  const visible = controls.filter((control) => !control.matches(':disabled, [type="hidden"]'));
  for (const control of visible) control.setAttribute('aria-invalid', 'true');
  const [first] = visible;
  first?.closest('details')?.setAttribute('open', '');
  first?.after(el('small', { class: 'bad wide field-problem' }, message));
}
