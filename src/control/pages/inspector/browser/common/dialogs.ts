import type { Api } from '#control/pages/browser/api.ts';
import { announce, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { button } from '#pages/components/button.ts';
import { type Attributes, field, inputField } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Entry, Exchange } from '../../entry.ts';
import { parsePair } from './decoding.ts';

/** A form in a dialog. `save` throws to keep it open, with the error. */
export function openDialog(
  title: string,
  content: Markup,
  label: string,
  save?: (form: FormData) => Promise<void>,
): void {
  const dialog = find(document, '#dialog', HTMLDialogElement);
  dialog.setAttribute('aria-label', title);
  const close = () => dialog.close();
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    try {
      await save?.(new FormData(event.currentTarget));
      close();
    } catch (error) {
      render(error instanceof Error ? error.message : String(error));
    }
  };
  const render = (problem: string) =>
    show(
      dialog,
      html`
        <form onSubmit=${submit}>
          <h2>${title}</h2>
          ${content}
          <p class="err" role="alert">${problem}</p>
          <p class="actions">${button(save ? 'Cancel' : 'Close', { type: 'button', onClick: close })}${save && button(label, { kind: 'primary' })}</p>
        </form>`,
    );
  // A form of an earlier dialog keeps what was typed.
  show(dialog, null);
  render('');
  dialog.showModal();
}

function area(id: string, label: string, value: string, attributes: Attributes): Markup {
  return field(
    { id, label },
    (control) => html`<textarea name=${id} ...${attributes} ...${control} defaultValue=${value}></textarea>`,
  );
}

/** Changes the note of an exchange. */
export function noteDialog(api: Api, { id, note }: Exchange, annotated: (entry: Exchange) => void): void {
  const input = area('note', 'Note', note ?? '', { rows: 4, maxlength: 500 });
  openDialog(`Note of #${id}`, input, 'Save', async (form) => {
    const text = String(form.get('note')).trim();
    const body = { note: text === '' ? null : text };
    annotated(await api.json<Exchange>(`/_sparring/requests/${id}`, { method: 'PATCH', body }));
  });
}

/** Sends a request again, with changes. A body that is not changed stays the same bytes. */
export function editDialog(api: Api, exchange: Exchange, select: (id: number) => void): void {
  const { id, request } = exchange;
  const { text, truncated, length } = request.body;
  const isEditable = length === 0 || (text !== undefined && !truncated);
  const shownHeaders = request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const shownBody = isEditable ? (text ?? '') : '';
  const placeholder = isEditable
    ? undefined
    : `${length} bytes, which are sent as they are unless you type a text`;
  const content = html`
    ${inputField({ name: 'method', label: 'Method', value: request.method, maxlength: 40 })}
    ${inputField({ name: 'target', label: 'Target, on this server', value: request.target })}
    ${area('headers', 'Headers', shownHeaders, { rows: 8, spellcheck: 'false' })}
    ${area('body', 'Body', shownBody, { rows: 8, spellcheck: 'false', placeholder })}`;
  openDialog(`Edit and resend #${id}`, content, 'Send', async (form) => {
    // Forms have the line ends of HTTP.
    const textOf = (name: string) => String(form.get(name)).replaceAll('\r\n', '\n');
    const [headers, body] = [textOf('headers'), textOf('body')];
    const edit = {
      method: textOf('method'),
      target: textOf('target'),
      ...(headers !== shownHeaders && {
        headers: headers
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => parsePair(line, ':')),
      }),
      ...(body !== shownBody.replaceAll('\r\n', '\n') && { body }),
    };
    const path = `/_sparring/requests/${id}/replay`;
    const repeated = await api.json<Entry>(path, { method: 'POST', body: edit });
    announce(`Request ${id} was edited and sent again as request ${repeated.id}.`);
    select(repeated.id);
  });
}
