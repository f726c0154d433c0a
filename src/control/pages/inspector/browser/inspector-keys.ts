import { find } from '#pages/browser/elements.ts';
import type { Toasts } from '#pages/browser/toasts.ts';
import { keysDialog } from './common/dialogs.ts';
import { enableKeys } from './common/keyboard.ts';
import type { PreferenceStore } from './common/preferences.ts';
import type { Detail } from './detail/detail.ts';
import type { FilterBox } from './filter/filter-box.ts';
import type { Deletion } from './list/deletion.ts';
import type { RequestList } from './list/request-list.ts';
import type { TimelineZoom } from './list/timeline-zoom.ts';

/** What the keys act on. */
interface KeyContext {
  readonly list: RequestList;
  readonly detail: Detail;
  readonly deletion: Deletion;
  readonly toast: Toasts;
  readonly box: FilterBox;
  readonly preferences: PreferenceStore;
  readonly zoom: TimelineZoom;
  isTimeline(): boolean;
  /** Closes the detail. */
  close(): void;
  togglePause(): void;
  copyLink(): void;
}

/** The keys of the page, which its dialog lists. */
export function enableInspectorKeys(context: KeyContext): void {
  const { list, detail, deletion, toast, box, preferences, zoom, close, togglePause, copyLink } = context;
  const inTimeline = (action: () => void) => () => {
    if (context.isTimeline()) action();
  };
  const next = () => list.move(1);
  const previous = () => list.move(-1);
  const enter = () => {
    if (detail.isVisible) detail.focus();
    else if (list.selected === undefined) list.move(0);
  };
  const leave = () => {
    const isInDetail = find(document, '#detail', HTMLElement).contains(document.activeElement);
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
      '+': inTimeline(() => zoom.zoom(0.5)),
      '-': inTimeline(() => zoom.zoom(2)),
      0: inTimeline(() => zoom.reset()),
      '.': () => list.release(true),
      p: togglePause,
      '?': keysDialog,
    },
    () => preferences.current.singleKeys,
  );
}
