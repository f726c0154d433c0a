import { announce, find } from '#pages/browser/elements.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import type { Api } from '../../browser/api.ts';
import { copyText, saveFile } from '../../browser/clipboard.ts';
import { mainOrigin } from '../../browser/main-origin.ts';
import { attempt } from '../../browser/problem.ts';
import type { Exchange } from '../entry.ts';
import { Bins } from './bins.ts';
import { closeWhileHidden } from './close-while-hidden.ts';
import { keysDialog } from './common/dialogs.ts';
import { enableDrops } from './common/drop.ts';
import { earlierOf } from './common/entry-order.ts';
import { Feed } from './common/feed.ts';
import { buildHref, type Compared, readPlace } from './common/location.ts';
import { PreferenceStore } from './common/preferences.ts';
import { enableRovingFocus } from './common/roving-focus.ts';
import { Comparison } from './detail/comparison.ts';
import { Detail } from './detail/detail.ts';
import { FilterBox } from './filter/filter-box.ts';
import { FilterProblem } from './filter/filter-problem.ts';
import { NoMatch } from './filter/no-match.ts';
import { enableSavedFilters } from './filter/saved-filters.ts';
import { enableValuesMenu } from './filter/values-menu.ts';
import { enableInspectorKeys } from './inspector-keys.ts';
import { LabKeys } from './lab-keys.ts';
import { DeleteMenu } from './list/delete-menu.ts';
import { RequestList } from './list/request-list.ts';
import { StatusLine } from './list/status-line.ts';
import { Timeline } from './list/timeline.ts';
import { enableViewMenu } from './list/view-menu.ts';
import { enableSplitter } from './splitter.ts';
import { Views } from './views.ts';

/** Connects the parts of the page. */
export function startInspector(api: Api): void {
  const pause = find(document, '#pause', HTMLButtonElement);
  const follow = find(document, '#follow', HTMLInputElement);
  let [isPaused, shown, filterText, isNew] = [false, 0, '', true];
  let tab = readPlace().tab;
  const filterProblem = new FilterProblem(readPlace().id !== undefined);
  const hrefOf = (id: number | undefined, compared?: Compared) =>
    buildHref({ id, compared, filter: filterText, tab: id === undefined ? undefined : tab }, feed.counts.run);
  /** The address of what the page shows. */
  const address = () => hrefOf(list.selected, comparison.shown);

  const open = (id: number) => {
    filterProblem.forgetLink();
    views.show('list');
    list.select(id);
    void detail.show(id, tab);
  };
  const select = (id: number) => {
    comparison.hide();
    const place = readPlace();
    if (place.id !== id || place.compared) history.pushState(box.state, '', sitePath(hrefOf(id)));
    open(id);
  };
  const hide = () => {
    list.select(undefined);
    detail.hide();
    comparison.hide();
  };
  const close = () => {
    if (readPlace().id !== undefined) history.pushState(box.state, '', sitePath(hrefOf(undefined)));
    hide();
    list.focus();
  };
  const list = new RequestList({
    select: (id) => {
      select(id);
      if (matchMedia('(max-width: 719px)').matches) find(document, '#detail', HTMLElement).scrollTop = 0;
    },
    hrefOf: (id) => hrefOf(id),
    changed: () => status.show(),
    sort(column) {
      preferences.change({ sortBy: preferences.current.sortBy === column ? 'newest' : column });
      viewMenu.update();
      list.setForm(preferences.current);
    },
  });
  const preferences = new PreferenceStore();
  const viewMenu = enableViewMenu(preferences, () => {
    list.setForm(preferences.current);
    feed.setColumns(preferences.current.headers);
  });
  list.setForm(preferences.current);
  enableSplitter(preferences.current.listPart, (listPart) => preferences.change({ listPart }));
  enableSavedFilters(preferences, { current: () => filterText, filter: (text) => filter(text) });
  enableValuesMenu(api, {
    state: () => ({ filter: filterText, showsOwn: feed.showsOwn }),
    add: (word) => filter([filterText, word].filter(Boolean).join(' ')),
  });
  enableDrops();
  for (const toolbar of document.querySelectorAll<HTMLElement>('#filter-form [role="toolbar"]'))
    enableRovingFocus(toolbar);
  const comparison = new Comparison(api, {
    open(compared) {
      history.pushState(box.state, '', sitePath(hrefOf(compared[1], compared)));
      void comparison.show(compared);
    },
    closed() {
      comparison.hide();
      history.pushState(box.state, '', sitePath(address()));
    },
  });
  const detail = new Detail(api, comparison, preferences, {
    close,
    select,
    move: (step) => list.move(step),
    earlier: (id) => earlierOf(feed.entries, id),
    delete: (id) => void deletion.deleteOne(id),
    showKey: (key) => void labs.show(key),
    filter: (text) => filter([filterText, text].filter(Boolean).join(' ')),
    tabChanged(name) {
      tab = name;
      history.replaceState(box.state, '', sitePath(address()));
    },
    annotated({ id, marked, note }: Exchange) {
      const entry = feed.find(id);
      const { marked: _, note: __, ...rest } = entry ?? {};
      if (entry) feed.replace({ ...entry, ...rest, marked, ...(note === null ? { note: '' } : { note }) });
      void detail.show(id);
    },
  });
  const timeline = new Timeline(select);
  const views = new Views();

  const show = () => {
    shown = feed.entries.length;
    const latest = feed.entries.at(-1);
    list.show([...feed.entries], feed, isNew && !feed.isStale);
    if (!feed.isStale) isNew = false;
    timeline.show(feed.entries);
    detail.update(feed.find(list.selected ?? 0));
    if (follow.checked && latest && latest.id !== list.selected) {
      list.release(true);
      open(latest.id);
    }
  };
  const feed = new Feed(api, preferences.current.headers, {
    changed() {
      if (!isPaused) show();
      void bins.update();
      void labs.update();
      status.show();
    },
    connected: (isConnected, retryAt) => status.setConnection(isConnected, retryAt),
    failed(problem) {
      const isOff = problem?.cause === 'off';
      filterProblem.show(isOff ? undefined : problem, filterText);
      box.setInvalid(problem?.cause === 'filter');
      find(document, '#off', HTMLElement).hidden = !isOff;
      status.setProblem(problem);
    },
    expired() {
      feed.saveEntries();
      location.reload();
    },
  });
  /** @param words of an entry of the history; without it, words that are switched off stay */
  const setFilter = (text: string, words?: unknown) => {
    filterText = text;
    isNew = true;
    box.show(text, words);
    views.show('list');
    feed.open(text);
  };
  const filter = (text: string, words?: unknown) => {
    setFilter(text, words);
    history.replaceState(box.state, '', sitePath(address()));
  };
  const box = new FilterBox((text) => filter(text));
  const noMatch = new NoMatch(api, box);
  const status = new StatusLine({
    feed,
    state: () => ({
      isPaused,
      waiting: feed.entries.length - shown,
      filter: filterText,
      chosen: list.chosen,
    }),
    filter,
    explain: (text, showsOwn) => void noMatch.explain(text, showsOwn),
    retry: () => feed.resume(),
  });
  const bins = new Bins(api, filter);
  const labs = new LabKeys(api, { select, filter, open: () => views.show('labs') });
  const deletion = new DeleteMenu(api, {
    state: () => ({
      selected: list.selected,
      chosen: list.chosen,
      matched: feed.counts.matched,
      filter: filterText,
      showsOwn: feed.showsOwn,
    }),
    changed() {
      isNew = true;
      feed.open(filterText);
    },
  });
  const togglePause = () => {
    isPaused = !isPaused;
    pause.setAttribute('aria-pressed', String(isPaused));
    pause.textContent = isPaused ? 'Continue' : 'Pause';
    shown = feed.entries.length;
    if (!isPaused) show();
    status.show();
  };
  pause.addEventListener('click', togglePause);
  box.input.addEventListener('focus', () => box.offer(feed.entries));
  box.input.addEventListener('input', () => box.offer(feed.entries));
  find(document, '#save-har', HTMLButtonElement).addEventListener('click', () => saveHar(api, filterText));
  find(document, '#keys-help', HTMLButtonElement).addEventListener('click', keysDialog);
  find(document, '#send-one', HTMLButtonElement).addEventListener('click', () =>
    fetch(`${mainOrigin()}/get`),
  );
  find(document, '#clear-filter', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault();
    filter('', []);
  });
  enableInspectorKeys({ list, detail, deletion, box, preferences, close, togglePause, copyLink });

  const followAddress = () => {
    const place = readPlace();
    tab = place.tab;
    if (place.filter === filterText) box.show(filterText, history.state ?? []);
    else setFilter(place.filter, history.state ?? []);
    if (place.id === undefined) hide();
    else open(place.id);
    if (place.compared) void comparison.show(place.compared);
    else comparison.hide();
  };
  addEventListener('popstate', followAddress);
  closeWhileHidden(feed);
  const { id, compared, filter: first } = readPlace();
  filterText = first || box.input.value.trim();
  box.show(filterText, history.state);
  feed.open(filterText);
  // An id of an earlier start of the server is another request.
  if (id !== undefined && !filterProblem.hasLink) {
    list.select(id);
    void detail.show(id, tab);
    if (compared) void comparison.show(compared);
  }
}

function copyLink(): Promise<void> {
  return attempt(async () => {
    if (await copyText(location.href)) announce('The link is copied.');
  });
}

function saveHar(api: Api, filter: string): Promise<void> {
  return attempt(async () => {
    const query = new URLSearchParams(filter === '' ? [] : [['filter', filter]]);
    const archive = await api.call(`/_sparring/requests.har?${query}`);
    saveFile('requests.har', await archive.blob());
  });
}
