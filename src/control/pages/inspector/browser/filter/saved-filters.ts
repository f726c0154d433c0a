import { button, el } from '#pages/browser/dom.ts';
import { announce, find } from '#pages/browser/elements.ts';
import { MAX_FILTERS, type PreferenceStore } from '../common/preferences.ts';

export interface SavedFilterActions {
  /** The filter of the list. */
  current(): string;
  filter(text: string): void;
}

/** Fills the menu of saved filters when it opens: the latest saved first. */
export function enableSavedFilters(preferences: PreferenceStore, actions: SavedFilterActions): void {
  const menu = find(document, '#filters-menu', HTMLElement);
  const save = () => {
    const text = actions.current();
    const others = preferences.current.filters.filter((each) => each !== text);
    preferences.change({ filters: [text, ...others].slice(0, MAX_FILTERS) });
    announce(`The filter ${text} is saved.`);
    fill();
  };
  const remove = (text: string) => {
    preferences.change({ filters: preferences.current.filters.filter((each) => each !== text) });
    announce(`The filter ${text} is removed.`);
    fill();
    menu.querySelector('button')?.focus();
  };
  const fill = () => {
    const text = actions.current();
    const { filters } = preferences.current;
    const canSave = text !== '' && !filters.includes(text);
    const rows = filters.map((each) =>
      el(
        'div',
        { class: 'saved' },
        button(each, () => actions.filter(each)),
        button('×', () => remove(each), {
          'aria-label': `Remove the saved filter ${each}`,
          'data-stays': true,
        }),
      ),
    );
    menu.replaceChildren(
      ...(canSave ? [button(`Save ${text}`, save, { 'data-stays': true })] : []),
      ...rows,
      ...(canSave || rows.length > 0 ? [] : [el('p', { class: 'soft' }, 'Type a filter, and save it here.')]),
    );
  };
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') fill();
  });
}
