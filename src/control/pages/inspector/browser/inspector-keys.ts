import { byId } from '#pages/browser/elements.ts';
import type { Toasts } from '#pages/browser/toasts.ts';
import { html } from '#pages/html.ts';
import { openDialog } from './common/dialogs.ts';
import type { Panes } from './common/panes.ts';
import type { PreferenceStore } from './common/preferences.ts';
import type { Detail } from './detail/detail.ts';
import type { FilterBox } from './filter/filter-box.ts';
import type { Deletion } from './list/deletion.ts';
import type { RequestList } from './list/request-list.ts';
import type { Timeline } from './list/timeline.ts';

/** What the keys act on. */
interface KeyContext {
  readonly list: RequestList;
  readonly detail: Detail;
  readonly deletion: Deletion;
  readonly toast: Toasts;
  readonly box: FilterBox;
  readonly preferences: PreferenceStore;
  readonly timeline: Timeline;
  readonly panes: Panes;
  /** Closes the detail. */
  close(): void;
  togglePause(): void;
  copyLink(): void;
}

/** The keys of the page, which its dialog lists. */
export function enableInspectorKeys(context: KeyContext): void {
  const { list, detail, deletion, toast, box, preferences, timeline, panes, close, togglePause, copyLink } =
    context;
  const inTimeline = (action: () => void) => () => {
    if (panes.isTimeline) action();
  };
  const next = () => list.move(1);
  const previous = () => list.move(-1);
  const enter = () => {
    if (detail.isVisible) detail.focus();
    else if (list.selected === undefined) list.move(0);
  };
  const leave = () => {
    const isInDetail = byId('detail').contains(document.activeElement);
    if (isInDetail) list.focus();
    else close();
  };
  enableKeys(
    {
      j: next,
      ArrowDown: next,
      k: previous,
      ArrowUp: previous,
      PageDown: () => list.move(10),
      PageUp: () => list.move(-10),
      Home: () => list.move(-Infinity),
      End: () => list.move(Infinity),
      Enter: enter,
      ArrowRight: enter,
      ArrowLeft: () => list.focus(),
      Escape: leave,
      '[': () => detail.moveTab(-1),
      ']': () => detail.moveTab(1),
      '/': () => box.input.focus(),
      x: () => list.choose(),
      c: () => detail.act('copy'),
      y: copyLink,
      r: () => detail.act('resend'),
      e: () => detail.act('edit'),
      m: () => detail.act('mark'),
      n: () => detail.act('note'),
      Delete: () => deletion.deleteSelected(),
      z: () => toast.undo(),
      '+': inTimeline(() => timeline.zoom(0.5)),
      '-': inTimeline(() => timeline.zoom(2)),
      0: inTimeline(() => timeline.reset()),
      '.': () => list.release(true),
      p: togglePause,
      '?': keysDialog,
    },
    () => preferences.current.singleKeys,
  );
}

/** What a key does, by its name. */
type KeyActions = Readonly<Record<string, () => unknown>>;

/** The keys that act if the user has switched off the others (WCAG 2.1.4). */
const NAVIGATION = /^(?:Arrow(?:Up|Down|Left|Right)|Enter|Escape)$/;

/**
 * The keys of the page, while the focus is in its main content, or nowhere. Not while the user types into a field, or holds a key
 * that belongs to the browser. They act on buttons too, because the focus stays on a button after a click.
 * @param areSingleKeysOn whether keys other than those of navigation act
 */
function enableKeys(actions: KeyActions, areSingleKeysOn: () => boolean): void {
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
const KEYS: readonly (readonly [keys: string, action: string])[] = [
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

/** Lists the keys. */
export function keysDialog(): void {
  const content = html`
    <dl class="facts">${KEYS.map(([keys, action]) => html`<dt><kbd>${keys}</kbd></dt><dd>${action}</dd>`)}</dl>
    <p class="soft">The menu View switches keys without Ctrl off. The search of the browser finds visible rows only; use the filter instead.</p>`;
  openDialog('Keys', content, '');
}
