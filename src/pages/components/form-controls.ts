import type { Fields } from '#http/syntax/fields.ts';
import { html, type Markup } from '../html.ts';
import { button } from './button.ts';
import { checkbox } from './checkbox.ts';
import { field, inputField, select } from './field.ts';

const PLAIN_TEXT = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' } as const;

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The controls of the form, each named by its directive, with the given values. */
export interface Controls {
  /** One line of text. */
  input(name: string, label: string, hint?: string, more?: Attributes): Markup;
  area(name: string, label: string): Markup;
  select(name: string, label: string, options: readonly Choice[], hint?: string): Markup;
  /** A line for each value of a repeatable directive. */
  rows(name: string, label: string, placeholder: string, minRows: number): Markup;
  /** A checkbox for each value of a repeatable directive. */
  choices(name: string, label: string, values: readonly string[]): Markup;
  /** A group of controls, open if one of them has a value. */
  part(title: string, names: readonly string[], content: Markup): Markup;
  datalist(id: string, values: readonly string[]): Markup;
}

type Choice = readonly [value: string, label: string];

export function createControls(directives: Fields): Controls {
  const all = (name: string) => directives.filter(([own]) => own === name).map(([, value]) => value);
  const one = (name: string) => all(name)[0] ?? '';
  return {
    input: (name, label, hint, more = {}) =>
      inputField({ name, label, hint, ...PLAIN_TEXT, value: one(name), ...more }),
    area: (name, label) =>
      field(
        { id: name, label },
        (attributes) =>
          html`<textarea ...${attributes} name=${name} rows="3" spellcheck="false">${one(name)}</textarea>`,
      ),
    select: (name, label, options, hint) =>
      field({ id: name, label, hint }, (attributes) =>
        select(
          { ...attributes, name },
          options.map(
            ([value, text]) =>
              html`<option value=${value} selected=${value !== '' && value === one(name)}>${text}</option>`,
          ),
        ),
      ),
    rows(name, label, placeholder, minRows) {
      const given = all(name);
      const values = [...given, ...Array<string>(Math.max(1, minRows - given.length)).fill('')];
      return html`
        ${values.map(
          (value, index) => html`
            <input class="in" name=${name} value=${value} placeholder=${placeholder} aria-label="${label} ${index + 1}"
              autocomplete="off" autocapitalize="off" spellcheck=${false} />`,
        )}
        ${button('Add a row', { type: 'button', isSmall: true, icon: 'plus', class: 'add scripted' })}`;
    },
    choices: (name, label, values) => html`
      <fieldset class="choices">
        <legend>${label}</legend>
        ${values.map((value) => checkbox({ name, value, checked: all(name).includes(value) }, value))}
      </fieldset>`,
    part: (title, names, content) => html`
      <details open=${directives.some(([name]) => names.includes(name))}>
        <summary>${title}</summary>
        <div class="fields">${content}</div>
      </details>`,
    datalist: (id, values) =>
      html`<datalist id=${id}>${values.map((value) => html`<option value=${value}></option>`)}</datalist>`,
  };
}
