import { el } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import { COLUMNS } from '../../request-cells.ts';
import { GROUPS, SORTS } from '../common/list-order.ts';
import { onCommit } from '../common/on-commit.ts';
import {
  ALWAYS,
  DENSITIES,
  oneOf,
  type PreferenceStore,
  type Preferences,
  parseHeaderNames,
  selectColumns,
  TIME_FORMS,
} from '../common/preferences.ts';

export interface ViewMenu {
  /** Shows the preferences again, which something else has changed. */
  update(): void;
}

/**
 * Fills the menu with the form of the list (times, groups, order, density, columns), and with the switch of single keys.
 * @param changed is called after each change
 */
export function enableViewMenu(preferences: PreferenceStore, changed: () => void): ViewMenu {
  const change = (changes: Partial<Preferences>) => {
    preferences.change(changes);
    changed();
  };
  const { current } = preferences;
  const time = select('time-form', TIME_FORMS, current.timeForm);
  const group = select('group-by', GROUPS, current.groupBy);
  const sort = select('sort-by', SORTS, current.sortBy);
  const density = select('density', DENSITIES, current.density);
  time.addEventListener('change', () => change({ timeForm: oneOf(TIME_FORMS, time.value, 'clock') }));
  group.addEventListener('change', () => change({ groupBy: oneOf(GROUPS, group.value, 'none') }));
  sort.addEventListener('change', () => change({ sortBy: oneOf(SORTS, sort.value, 'newest') }));
  density.addEventListener('change', () => change({ density: oneOf(DENSITIES, density.value, 'normal') }));

  const boxes = COLUMNS.filter(({ name }) => !ALWAYS.has(name)).map(({ name, label }) => {
    const input = el('input', { type: 'checkbox', value: name, checked: current.columns.includes(name) });
    return { input, label };
  });
  const columns = el(
    'fieldset',
    {},
    el('legend', {}, 'Columns'),
    boxes.map(({ input, label }) => el('label', { class: 'check' }, input, label)),
  );
  columns.addEventListener('change', () => {
    const chosen = boxes.filter(({ input }) => input.checked).map(({ input }) => input.value);
    change({ columns: selectColumns(chosen) });
  });
  const headers = el('input', {
    class: 'in',
    id: 'header-columns',
    placeholder: 'X-Request-Id, User-Agent',
    spellcheck: 'false',
    maxlength: 500,
    value: current.headers.join(', '),
    'aria-describedby': 'header-problem',
  });
  const headerProblem = el('p', { id: 'header-problem', class: 'err', role: 'status' });
  onCommit(headers, () => {
    const names = parseHeaderNames(headers.value.split(','));
    headers.toggleAttribute('aria-invalid', names === undefined);
    headerProblem.textContent = names ? '' : 'Up to five names of headers, with commas between them.';
    if (names) change({ headers: names });
  });
  const keys = el('input', { type: 'checkbox', id: 'single-keys', checked: current.singleKeys });
  keys.addEventListener('change', () => change({ singleKeys: keys.checked }));

  find(document, '#view-menu', HTMLElement).replaceChildren(
    labelled('Time', time),
    labelled('Group by', group),
    labelled('Sort by', sort),
    labelled('Rows', density),
    columns,
    labelled('Headers', headers),
    headerProblem,
    el('label', { class: 'check' }, keys, 'Single keys act'),
  );
  return {
    update() {
      sort.value = preferences.current.sortBy;
    },
  };
}

/** Texts of values that do not name themselves. */
const LABELS: Readonly<Record<string, string>> = {
  gap: 'gap to the row below',
  ms: 'duration',
  sent: 'size of the request',
  answered: 'size of the response',
};

function select(id: string, values: readonly string[], current: string): HTMLSelectElement {
  const created = el(
    'select',
    { id },
    values.map((value) => el('option', { value }, LABELS[value] ?? value)),
  );
  created.value = current;
  return created;
}

function labelled(label: string, control: HTMLElement): HTMLElement {
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control);
}
