/** What a key does, by its name. */
export type KeyActions = Readonly<Record<string, () => unknown>>;

/** The keys that act if the user has switched off the others (WCAG 2.1.4). */
const NAVIGATION = /^(?:Arrow(?:Up|Down|Left|Right)|Enter|Escape)$/;

/**
 * The keys of the page, while the focus is in its main content, or nowhere. Not while the user types into a field, or holds a key
 * that belongs to the browser. They act on buttons too, because the focus stays on a button after a click.
 * @param areSingleKeysOn whether keys other than those of navigation act
 */
export function enableKeys(actions: KeyActions, areSingleKeysOn: () => boolean): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    const element = target instanceof HTMLElement ? target : document.body;
    if (element.closest('dialog') || document.querySelector(':popover-open, .menu[open]')) return;
    if (!NAVIGATION.test(key) && !areSingleKeysOn()) return;
    const isTyping = element.matches('input:not([type="radio"], [type="checkbox"]), select, textarea');
    if (isTyping) {
      if (key === 'Escape') element.blur();
      return;
    }
    if (!element.closest('main') && element !== document.body) return;
    // These have a meaning of their own in other widgets.
    const isNavigation = /^(?:Arrow|Page|Home|End|Enter)/.test(key);
    if (isNavigation && !element.closest('#viewport') && element !== document.body) return;
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** The keys, for their description. */
export const KEYS: readonly (readonly [keys: string, action: string])[] = [
  ['j k, ↓ ↑', 'select the next or the previous row'],
  ['PageDown PageUp Home End', 'ten rows, or to an end'],
  ['Enter, →', 'into the detail'],
  ['Esc, ←', 'back to the list; again: close'],
  ['[ ]', 'previous or next part of the request'],
  ['/', 'filter'],
  ['Ctrl+K', 'search the documentation'],
  ['Delete, Shift+Enter, Ctrl+Enter', 'on a word of the filter: remove, negate, switch off or on'],
  ['x', 'choose a row'],
  ['c', 'copy in the form that was chosen last'],
  ['y', 'copy the link'],
  ['r, e', 'send again; edit and send again'],
  ['m, n', 'mark; note'],
  ['Delete, z', 'delete; undo'],
  ['., p', 'show new rows; pause'],
  ['+ - 0', 'in the timeline: less time, more time, all of it'],
];
