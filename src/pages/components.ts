import { html, type Markup } from './html.ts';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

interface FieldOptions {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why the submitted value is rejected. The control gets the focus, so a page has one at most. */
  readonly error?: string | undefined;
  readonly id: string;
}

/**
 * A labelled form control with an optional hint and the error of its value. `control` gets the attributes that connect it to
 * all of them.
 */
export function field(options: FieldOptions, control: (attributes: Attributes) => Markup): Markup {
  const { label, hint, error, id } = options;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const describedBy = [hintId, error === undefined ? undefined : errorIdOf(id)].filter(Boolean).join(' ');
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      ${control({ id, ...(describedBy !== '' && { 'aria-describedby': describedBy }), ...invalidity(error) })}
      ${fieldError(id, error)}
      ${hint === undefined ? null : html`<small id=${hintId}>${hint}</small>`}
    </div>`;
}

function invalidity(error: string | undefined): Attributes {
  return error === undefined ? {} : { 'aria-invalid': 'true', autofocus: true };
}

function errorIdOf(id: string): string {
  return `${id}-error`;
}

function fieldError(id: string, error: string | undefined): Markup | null {
  return error === undefined
    ? null
    : html`<p class="field-error" id=${errorIdOf(id)} role="alert">${error}</p>`;
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

export function inputField({ name, label, hint, error, id = name, ...rest }: InputOptions): Markup {
  const options = { label, hint, error, id };
  return field(options, (input) => html`<input name=${name} ...${rest} ...${input} />`);
}

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
  const labelled = html`<label class="checkbox"><input type="checkbox" ...${attributes} /> <span>${label}</span></label>`;
  return error === undefined ? labelled : html`<div>${labelled}${fieldError(options.name, error)}</div>`;
}

interface ButtonOptions {
  readonly kind?: 'primary' | 'danger' | undefined;
  /** Whether the button is as wide as its form. */
  readonly isWide?: boolean;
  readonly [attribute: string]: string | boolean | undefined;
}

export function button(label: string, { kind, isWide, ...rest }: ButtonOptions = {}): Markup {
  const classes = [kind, isWide ? 'wide' : undefined].filter(Boolean).join(' ');
  return html`<button class=${classes || undefined} ...${rest}>${label}</button>`;
}

/** A link that looks like a button. */
export function buttonLink(label: string, href: string, { kind, ...rest }: ButtonOptions = {}): Markup {
  return html`<a class=${kind === undefined ? 'button' : `button ${kind}`} ...${rest} href=${href}>${label}</a>`;
}

/** The result of a completed action. */
export function notice(text: string): Markup {
  return html`<p class="notice" role="status">${text}</p>`;
}

/** The reason why input is rejected; nothing when there is none. */
export function alert(problem: string | undefined): Markup | null {
  return problem === undefined ? null : html`<p class="notice error" role="alert">${problem}</p>`;
}

/** Terms with their descriptions. */
export function descriptionList(
  entries: readonly (readonly [term: Markup | string, description: unknown])[],
): Markup {
  return html`
    <dl class="descriptions">${entries.map(
      ([term, description]) => html`<div><dt>${term}</dt><dd>${description}</dd></div>`,
    )}</dl>`;
}

/** A list with a row for each item. */
export function rowList(rows: readonly Markup[]): Markup {
  return html`<ul class="rows">${rows.map((row) => html`<li>${row}</li>`)}</ul>`;
}

/** A table that scrolls sideways on a narrow screen. */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): Markup {
  return html`
    <div class="scroll"><table>
      <thead><tr>${headings.map((heading) => html`<th>${heading}</th>`)}</tr></thead>
      <tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}

/**
 * A button that copies text. Visible only where the script of the page calls `enableCopyButtons`.
 * @param source id of the element with the text; empty for the code block in the same list item
 */
export function copyButton(source: string, label = 'Copy', ariaLabel?: string): Markup {
  return html`
    <button type="button" class="copy scripted" data-copy=${source} aria-label=${ariaLabel}>${label}</button>`;
}

/** A secret that is shown once, with a button that copies it. */
export function secretNotice(description: string, secret: string): Markup {
  return html`
    <div class="notice" role="status">
      <p><strong>${description}</strong> Copy it now. You will not be able to see it again.</p>
      <p class="actions"><span id="secret"><code>${secret}</code></span> ${copyButton('secret')}</p>
    </div>`;
}

/** A sentence in which text between backticks is code. */
export function prose(text: string): Markup {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`<span>${parts}</span>`;
}
