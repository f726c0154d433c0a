import { byId } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { box } from '#pages/components/checkbox.ts';
import { field, optionList, select } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { COLUMNS } from '../../request-cells.ts';
import { GROUPS, SORTS } from '../common/list-order.ts';
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

/** Texts of values that do not name themselves. */
const LABELS: Readonly<Record<string, string>> = {
  gap: 'gap to the row below',
  ms: 'duration',
  sent: 'size of the request',
  answered: 'size of the response',
};

/** The menu with the form of the list (times, groups, order, density, columns), and with the switch of single keys. */
export class ViewMenu {
  readonly #menu = byId('view-menu');
  readonly #preferences: PreferenceStore;
  readonly #changed: () => void;
  #problem = '';
  isFollowing = false;

  /** @param changed is called after each change */
  constructor(preferences: PreferenceStore, changed: () => void) {
    this.#preferences = preferences;
    this.#changed = changed;
    this.#menu.addEventListener('beforetoggle', ({ newState }) => {
      if (newState === 'open') this.#show();
    });
  }

  #change(changes: Partial<Preferences>): void {
    this.#preferences.change(changes);
    this.#changed();
    this.#show();
  }

  #show(): void {
    const { current } = this.#preferences;
    const follow = (isFollowing: boolean) => {
      this.isFollowing = isFollowing;
    };
    const fields = html`
      ${choice('time-form', 'Time', TIME_FORMS, current.timeForm, (timeForm) => this.#change({ timeForm }))}
      ${choice('group-by', 'Group by', GROUPS, current.groupBy, (groupBy) => this.#change({ groupBy }))}
      ${choice('sort-by', 'Sort by', SORTS, current.sortBy, (sortBy) => this.#change({ sortBy }))}
      ${choice('density', 'Rows', DENSITIES, current.density, (density) => this.#change({ density }))}`;
    show(
      this.#menu,
      html`
        ${fields}
        ${this.#columns(current)}
        ${this.#headers(current)}
        ${box('Follow new requests', this.isFollowing, follow)}
        ${box('Single keys act', current.singleKeys, (singleKeys) => this.#change({ singleKeys }))}`,
    );
  }

  #columns({ columns }: Preferences): Markup {
    const shown: readonly string[] = columns;
    const toggle = (name: string, isShown: boolean) =>
      this.#change({
        columns: selectColumns(isShown ? [...shown, name] : shown.filter((each) => each !== name)),
      });
    return html`
      <fieldset><legend>Columns</legend>${COLUMNS.filter(({ name }) => !ALWAYS.has(name)).map(
        ({ name, label }) => box(label, shown.includes(name), (isShown) => toggle(name, isShown)),
      )}</fieldset>`;
  }

  #headers({ headers }: Preferences): Markup {
    const commit = (field: HTMLInputElement) => {
      const names = parseHeaderNames(field.value.split(','));
      this.#problem = names ? '' : 'Up to five names of headers, with commas between them.';
      if (names) this.#change({ headers: names });
      else this.#show();
    };
    return html`
      <div class="field"><label for="header-columns">Headers</label><input class="in" id="header-columns" placeholder="X-Request-Id, User-Agent" spellcheck=${false} maxlength="500"
        value=${headers.join(', ')} aria-describedby="header-problem" aria-invalid=${this.#problem === '' ? undefined : 'true'}
        onChange=${({ currentTarget }: { currentTarget: HTMLInputElement }) => commit(currentTarget)}
        onKeyDown=${({ key, currentTarget }: KeyboardEvent & { currentTarget: HTMLInputElement }) => key === 'Enter' && commit(currentTarget)} /></div>
      <p id="header-problem" class="err" role="status">${this.#problem}</p>`;
  }
}

function choice<Value extends string>(
  id: string,
  label: string,
  values: readonly Value[],
  current: Value,
  change: (value: Value) => void,
): Markup {
  const onChange = ({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
    change(oneOf(values, currentTarget.value, current));
  const choices = values.map((value) => [value, LABELS[value] ?? value] as const);
  return field({ id, label }, (control) => select({ ...control, onChange }, optionList(choices, current)));
}
