import type { Html, Markup } from '../../../http/pages/page.ts';
import { contentCodings } from '../../content-coding.ts';

type Word = readonly [name: string, value: string];

const STATUSES = ['200', '201', '204', '301', '304', '400', '401', '403', '404', '429', '500', '502', '503'];
const TYPES = [
  'text/plain; charset=utf-8',
  'text/html; charset=utf-8',
  'application/json',
  'text/event-stream',
];
const CHARSETS = ['utf-8', 'iso-8859-1', 'utf-16le'];

/** The fields of the form, each by the name of its word, with what was given already. */
export function builderFields(html: Html, words: readonly Word[]): Markup {
  const all = (name: string) => words.filter(([word]) => word === name).map(([, value]) => value);
  const one = (name: string) => all(name)[0] ?? '';

  const input = (name: string, label: string, hint: string, more: object = {}) => html`
    <p class="field">
      <label for=${name}>${label}</label>
      <input id=${name} name=${name} value=${one(name)} aria-describedby="${name}-hint" autocomplete="off"
        autocapitalize="off" spellcheck=${false} ...${more} />
      <small id="${name}-hint">${hint}</small>
    </p>`;

  const area = (name: string, label: string) => html`
    <p class="field wide">
      <label for=${name}>${label}</label>
      <textarea id=${name} name=${name} rows="3" spellcheck=${false}>${one(name)}</textarea>
    </p>`;

  const rows = (name: string, label: string, placeholder: string, least: number) => {
    const given = all(name);
    const values = [...given, ...Array<string>(Math.max(1, least - given.length)).fill('')];
    return html`
      ${values.map(
        (value, index) => html`
          <input name=${name} value=${value} placeholder=${placeholder} aria-label="${label} ${index + 1}"
            autocomplete="off" autocapitalize="off" spellcheck=${false} />`,
      )}
      <button type="button" class="add scripted">Add a row</button>`;
  };

  /** Folded away unless something in it was given. */
  const part = (title: string, names: readonly string[], content: Markup) => html`
    <details open=${words.some(([word]) => names.includes(word))}>
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
      <legend>Header fields</legend>
      ${rows('header', 'Header field', 'Retry-After: 3', 3)}
    </fieldset>
    <fieldset class="fields">
      <legend>Content <small>one of these</small></legend>
      ${area('body', 'Text')}
      ${area('json', 'JSON')}
      ${input('base64', 'Base64', 'Bytes in either alphabet')}
      ${input('bytes', 'Number of bytes', 'Letters from a to z, over and over', { type: 'number', min: 0 })}
    </fieldset>
    ${part(
      'Type and coding',
      ['type', 'charset', 'coding'],
      html`
        ${input('type', 'Content-Type', 'Or none; otherwise what suits the content', { list: 'types' })}
        <p class="field">
          <label for="charset">Charset of the text</label>
          <select id="charset" name="charset">
            <option value="">utf-8, the default</option>
            ${CHARSETS.map((charset) => html`<option selected=${charset === one('charset')}>${charset}</option>`)}
          </select>
        </p>
        <fieldset class="choices">
          <legend>Codings</legend>
          ${contentCodings.map(
            (coding) => html`
              <label>
                <input type="checkbox" name="coding" value=${coding} checked=${all('coding').includes(coding)} />
                ${' '}${coding}
              </label>`,
          )}
        </fieldset>`,
    )}
    ${part('Cookies', ['cookie'], rows('cookie', 'Cookie', 'id=1; Path=/; HttpOnly', 2))}
    ${part(
      'Timing and chunks',
      ['delay', 'pause', 'rate', 'chunk'],
      html`
        ${input('delay', 'Delay', 'Seconds before the head', { inputmode: 'decimal', placeholder: '0' })}
        ${input('pause', 'Pause', 'Seconds between head and content', { inputmode: 'decimal', placeholder: '0' })}
        ${input('rate', 'Rate', 'Bytes of content each second', { inputmode: 'numeric', placeholder: 'as it goes' })}
        ${input('chunk', 'Chunk', 'Bytes in each chunk; the length is not told', { type: 'number', min: 1 })}`,
    )}
    ${part('Trailers', ['trailer'], rows('trailer', 'Trailer', 'X-Checksum: 1', 1))}
    ${options('statuses', STATUSES)}
    ${options('types', TYPES)}`;
}
