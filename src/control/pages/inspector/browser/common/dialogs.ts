import type { Api } from '#control/pages/browser/api.ts';
import { button, el } from '#pages/browser/dom.ts';
import { announce, find } from '#pages/browser/elements.ts';
import type { Entry, Exchange } from '../../entry.ts';
import { KEYS } from './keyboard.ts';

/** A form in a dialog. `save` throws to keep it open, with the error. */
function openDialog(
  title: string,
  content: readonly HTMLElement[],
  label: string,
  save?: () => Promise<void>,
): void {
  const dialog = find(document, '#dialog', HTMLDialogElement);
  dialog.setAttribute('aria-label', title);
  const problem = el('p', { class: 'err', role: 'alert' });
  const close = () => dialog.close();
  const form = el(
    'form',
    {},
    el('h2', {}, title),
    content,
    problem,
    el(
      'p',
      { class: 'actions' },
      save ? el('button', { class: 'btn primary' }, label) : null,
      button(save ? 'Cancel' : 'Close', close),
    ),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await save?.();
      close();
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

function labelled(label: string, control: HTMLElement): HTMLElement {
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control);
}

/** Changes the note of an exchange. */
export function noteDialog(api: Api, { id, note }: Exchange, annotated: (entry: Exchange) => void): void {
  const input = el('textarea', { class: 'in', id: 'note', rows: 4, maxlength: 500 });
  input.value = note ?? '';
  openDialog(`Note of #${id}`, [labelled('Note', input)], 'Save', async () => {
    const text = input.value.trim();
    const body = { note: text === '' ? null : text };
    annotated(await api.json<Exchange>(`/_sparring/requests/${id}`, { method: 'PATCH', body }));
  });
}

/** Sends a request again, with changes. A body that is not changed stays the same bytes. */
export function editDialog(api: Api, exchange: Exchange, select: (id: number) => void): void {
  const { id, request } = exchange;
  const method = el('input', { class: 'in', id: 'edit-method', value: request.method, maxlength: 40 });
  const target = el('input', { class: 'in', id: 'edit-target', value: request.target });
  const headers = el('textarea', { class: 'in', id: 'edit-headers', rows: 8, spellcheck: 'false' });
  headers.value = request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const body = el('textarea', { class: 'in', id: 'edit-body', rows: 8, spellcheck: 'false' });
  const { text, truncated, length } = request.body;
  const isEditable = length === 0 || (text !== undefined && !truncated);
  body.value = isEditable ? (text ?? '') : '';
  if (!isEditable) body.placeholder = `${length} bytes, which are sent as they are unless you type a text`;
  const [shownHeaders, shownBody] = [headers.value, body.value];
  openDialog(
    `Edit and resend #${id}`,
    [
      labelled('Method', method),
      labelled('Target, on this server', target),
      labelled('Headers', headers),
      labelled('Body', body),
    ],
    'Send',
    async () => {
      const edit = {
        method: method.value,
        target: target.value,
        ...(headers.value !== shownHeaders && { headers: parsePairs(headers.value) }),
        ...(body.value !== shownBody && { body: body.value }),
      };
      const path = `/_sparring/requests/${id}/replay`;
      const repeated = await api.json<Entry>(path, { method: 'POST', body: edit });
      announce(`Request ${id} was edited and sent again as request ${repeated.id}.`);
      select(repeated.id);
    },
  );
}

function parsePairs(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
}

/** The keys of the page. */
export function keysDialog(): void {
  const rows = KEYS.map(([keys, action]) => [el('dt', {}, el('kbd', {}, keys)), el('dd', {}, action)]);
  const hint = el(
    'p',
    { class: 'soft' },
    'The menu View switches keys without Ctrl off. The search of the browser finds visible rows only; use the filter instead.',
  );
  openDialog('Keys', [el('dl', { class: 'facts' }, rows), hint], '');
}
