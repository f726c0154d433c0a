import { html, type Markup } from '../html.ts';
import { icon } from './icon.ts';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

interface FieldOptions {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why the submitted value is rejected, in place of the hint. The control gets the focus, so a page has one at most. */
  readonly error?: string | undefined;
  readonly id: string;
}

/**
 * A labelled form control, and below it a hint or the error of its value. `control` gets the class of controls, and the
 * attributes that connect it to all of them.
 */
export function field(options: FieldOptions, control: (attributes: Attributes) => Markup): Markup {
  const { label, hint, error, id } = options;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const describedBy = error === undefined ? hintId : errorIdOf(id);
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      ${control({ class: 'in', id, ...(describedBy !== undefined && { 'aria-describedby': describedBy }), ...invalidity(error) })}
      ${error === undefined ? hint !== undefined && html`<small class="hint" id=${hintId}>${hint}</small>` : fieldError(id, error)}
    </div>`;
}

/** The attributes of a control whose value is rejected. */
export function invalidity(error: string | undefined): Attributes {
  return error === undefined ? {} : { 'aria-invalid': 'true', autofocus: true };
}

/** The id of the error of a control. */
export function errorIdOf(id: string): string {
  return `${id}-error`;
}

/** The error of a control, which its attribute `aria-describedby` names. */
export function fieldError(id: string, error: string): Markup {
  return html`<p class="err" id=${errorIdOf(id)}>${icon('warn')}<span role="alert">${error}</span></p>`;
}

interface InputOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** The name, by default. Needed where a page has several fields of the name. */
  readonly id?: string;
  readonly [attribute: string]: string | number | boolean | undefined;
}

/** A field with one line of text. */
export function inputField({ name, label, hint, error, id = name, ...rest }: InputOptions): Markup {
  const options = { label, hint, error, id };
  return field(options, (input) => html`<input name=${name} ...${rest} ...${input} />`);
}

/** The choices of a list, by their values. */
export function optionList(
  choices: readonly (readonly [value: string, label: string])[],
  current: string,
): Markup[] {
  return choices.map(
    ([value, label]) => html`<option value=${value} selected=${value === current}>${label}</option>`,
  );
}

/** The control of a field with a list of choices. @param attributes also handlers, in browsers @param options elements `option` or `optgroup` */
export function select(
  attributes: Readonly<Record<string, unknown>>,
  options: Markup | readonly Markup[],
): Markup {
  return html`<span class="sel"><select ...${attributes}>${options}</select>${icon('down')}</span>`;
}
