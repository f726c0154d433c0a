import { html, type Markup } from '../html.ts';
import { errorIdOf, fieldError, invalidity } from './field.ts';

interface CheckboxOptions {
  readonly name: string;
  readonly value: string;
  readonly checked?: boolean;
  readonly required?: boolean;
  /** Why it must be checked. */
  readonly error?: string | undefined;
}

export function checkbox({ error, ...options }: CheckboxOptions, label: Markup | string): Markup {
  const described = error === undefined ? {} : { 'aria-describedby': errorIdOf(options.name) };
  const attributes = { ...options, ...described, ...invalidity(error) };
  const labelled = html`<label class="check"><input type="checkbox" ...${attributes} /> <span>${label}</span></label>`;
  return error === undefined ? labelled : html`<div>${labelled}${fieldError(options.name, error)}</div>`;
}

/** A box that a script shows. */
export function box(label: string, isChecked: boolean, change: (isChecked: boolean) => void): Markup {
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.checked);
  return html`<label class="check"><input type="checkbox" checked=${isChecked} onChange=${onChange} /> ${label}</label>`;
}

/** A box whose change has its effect at once. @param label its name, which is not shown */
export function toggle(label: string, options: Readonly<Record<string, unknown>>): Markup {
  return html`<input type="checkbox" role="switch" class="switch" aria-label=${label} ...${options} />`;
}
