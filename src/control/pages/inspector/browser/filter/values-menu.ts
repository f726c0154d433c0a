import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { button, el } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import { onCommit } from '../common/on-commit.ts';

export interface ValuesActions {
  state(): { readonly filter: string; readonly showsOwn: boolean };
  /** Adds a word to the filter. */
  add(word: string): void;
}

interface CountedValue {
  readonly value: string | null;
  readonly count: number;
  readonly filter: string | null;
}

/** What the control API counts, with its label. */
const CHOICES = [
  ['status', 'Status'],
  ['method', 'Method'],
  ['path', 'Path'],
  ['type', 'Media type'],
  ['bin', 'Bin'],
  ['host', 'Host'],
  ['client', 'Client'],
  ['protocol', 'Protocol'],
  ['endpoint', 'Endpoint'],
  ['fault', 'Fault or end'],
  ['header', 'Header…'],
] as const;

/** Fills the menu with the values that the shown requests have, and their counts, when it opens: a click filters by one. */
export function enableValuesMenu(api: Api, actions: ValuesActions): void {
  const menu = find(document, '#values-menu', HTMLElement);
  const choice = el(
    'select',
    { id: 'values-of' },
    CHOICES.map(([value, label]) => el('option', { value }, label)),
  );
  const header = el('input', {
    class: 'in',
    id: 'values-header',
    value: 'User-Agent',
    maxlength: 100,
    spellcheck: 'false',
  });
  const headerField = el('div', { class: 'field' }, el('label', { for: header.id }, 'Name'), header);
  const list = el('div', { class: 'values', role: 'group', 'aria-label': 'Values' });
  let latest = 0;

  const show = async () => {
    headerField.hidden = choice.value !== 'header';
    const name = header.value.trim();
    if (choice.value === 'header' && name === '') return;
    const request = ++latest;
    const { filter, showsOwn } = actions.state();
    const query = new URLSearchParams({
      of: choice.value === 'header' ? `header:${name}` : choice.value,
      ...(filter !== '' && { filter }),
      ...(showsOwn && { own: 'show' }),
    });
    await attempt(async () => {
      const { values, others } = await api.json<{ values: CountedValue[]; others: number }>(
        `/_sparring/requests/values?${query}`,
      );
      // The user can have chosen another one meanwhile.
      if (request !== latest) return;
      list.replaceChildren(
        ...values.map((each) => row(each, actions.add)),
        ...(values.length === 0 ? [el('p', { class: 'soft' }, 'No value.')] : []),
        ...(others === 0 ? [] : [el('p', { class: 'soft' }, `and ${others} further values`)]),
      );
    });
  };
  choice.addEventListener('change', show);
  onCommit(header, show);
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') void show();
  });
  menu.replaceChildren(
    el('div', { class: 'field' }, el('label', { for: choice.id }, 'Of'), choice),
    headerField,
    list,
  );
}

function row({ value, count, filter }: CountedValue, add: (word: string) => void): HTMLElement {
  const content = [
    el('span', { class: 'value' }, value ?? 'none'),
    el('span', { class: 'soft' }, String(count)),
  ];
  if (filter === null)
    return el('p', { title: 'The value is masked or cut: no filter can have it.' }, content);
  const created = button('', () => add(filter), { title: filter });
  created.append(...content);
  return created;
}
