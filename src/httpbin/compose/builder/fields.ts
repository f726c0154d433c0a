import { checkbox, field, inputField } from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import { contentCodings } from '../../content-coding.ts';

type Directive = readonly [name: string, value: string];

const PLAIN_TEXT = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' } as const;

const STATUSES = ['200', '201', '204', '301', '304', '400', '401', '403', '404', '429', '500', '502', '503'];
const TYPES = [
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'application/json',
  'text/event-stream',
];
const CHARSETS = ['utf-8', 'iso-8859-1', 'utf-16le'];

/** The fields of the form, each named by its directive, with the given values. */
export function builderFields(html: Html, directives: readonly Directive[]): Markup {
  const all = (name: string) =>
    directives.filter(([directive]) => directive === name).map(([, value]) => value);
  const one = (name: string) => all(name)[0] ?? '';

  const input = (
    name: string,
    label: string,
    hint: string,
    more: Readonly<Record<string, string | number>> = {},
  ) => inputField(html, { name, label, hint, ...PLAIN_TEXT, value: one(name), ...more });

  const area = (name: string, label: string) =>
    field(
      html,
      { id: name, label },
      (attributes) =>
        html`<textarea ...${attributes} name=${name} rows="3" spellcheck="false">${one(name)}</textarea>`,
    );

  const rows = (name: string, label: string, placeholder: string, minRows: number) => {
    const given = all(name);
    const values = [...given, ...Array<string>(Math.max(1, minRows - given.length)).fill('')];
    return html`
      ${values.map(
        (value, index) => html`
          <input name=${name} value=${value} placeholder=${placeholder} aria-label="${label} ${index + 1}"
            autocomplete="off" autocapitalize="off" spellcheck=${false} />`,
      )}
      <button type="button" class="add scripted">Add a row</button>`;
  };

  /** A group of fields, open if one of them has a value. */
  const part = (title: string, names: readonly string[], content: Markup) => html`
    <details open=${directives.some(([directive]) => names.includes(directive))}>
      <summary>${title}</summary>
      <div class="fields">${content}</div>
    </details>`;

  const options = (id: string, values: readonly string[]) =>
    html`<datalist id=${id}>${values.map((value) => html`<option value=${value}></option>`)}</datalist>`;

  return html`
    <fieldset class="fields">
      <legend>Status</legend>
      ${input('status', 'Status', '503, or several with weights: 503:1,200:3', { list: 'statuses', placeholder: '200' })}
      ${input('redirect', 'Redirect to', 'A path or URL; the status is then 302', { placeholder: '/get' })}
    </fieldset>
    <fieldset class="fields">
      <legend>Headers</legend>
      ${rows('header', 'Header', 'Retry-After: 3', 3)}
    </fieldset>
    <fieldset class="fields">
      <legend>Content <small>one of these</small></legend>
      ${area('body', 'Text')}
      ${area('json', 'JSON')}
      ${input('base64', 'Base64', 'Standard or URL-safe alphabet')}
      ${input('bytes', 'Number of bytes', 'Letters from a to z, repeated', { type: 'number', min: 0 })}
    </fieldset>
    ${part(
      'Type and coding',
      ['type', 'charset', 'coding'],
      html`
        ${input('type', 'Content-Type', 'none for no type; by default, the type of the content', { list: 'types' })}
        ${field(
          html,
          { id: 'charset', label: 'Charset of the text' },
          (attributes) => html`
            <select ...${attributes} name="charset">
              <option value="">utf-8, the default</option>
              ${CHARSETS.map((charset) => html`<option selected=${charset === one('charset')}>${charset}</option>`)}
            </select>`,
        )}
        <fieldset class="choices">
          <legend>Codings</legend>
          ${contentCodings.map((coding) =>
            checkbox(
              html,
              { name: 'coding', value: coding, checked: all('coding').includes(coding) },
              coding,
            ),
          )}
        </fieldset>`,
    )}
    ${part('Cookies', ['cookie'], rows('cookie', 'Cookie', 'id=1; Path=/; HttpOnly', 2))}
    ${part(
      'Timing and chunks',
      ['delay', 'pause', 'rate', 'chunk'],
      html`
        ${input('delay', 'Delay', 'Seconds before the response', { inputmode: 'decimal', placeholder: '0' })}
        ${input('pause', 'Pause', 'Seconds between headers and content', { inputmode: 'decimal', placeholder: '0' })}
        ${input('rate', 'Rate', 'Bytes of content per second', { inputmode: 'numeric', placeholder: 'unlimited' })}
        ${input('chunk', 'Chunk', 'Bytes per chunk; the response has no Content-Length', { type: 'number', min: 1 })}`,
    )}
    ${part('Trailers', ['trailer'], rows('trailer', 'Trailer', 'X-Checksum: 1', 1))}
    ${options('statuses', STATUSES)}
    ${options('types', TYPES)}`;
}
