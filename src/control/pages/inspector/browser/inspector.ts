import { Api } from '#control/pages/browser/api.ts';
import { copyText, saveFile } from '#control/pages/browser/clipboard.ts';
import { mainOrigin } from '#control/pages/browser/main-origin.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { enableCopyButtons } from '#pages/browser/copy-buttons.ts';
import { announce, byId, find, showScriptedElements } from '#pages/browser/elements.ts';
import { enableRovingFocus } from '#pages/browser/roving-focus.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { sitePath, siteUrl } from '#pages/browser/site-path.ts';
import { Toasts } from '#pages/browser/toasts.ts';
import type { Exchange } from '../entry.ts';
import { buildHref, type Compared, readPlace } from '../place.ts';
import { lostArchive } from './common/earlier-page.ts';
import { Feed, type FeedProblem } from './common/feed.ts';
import { earlierOf } from './common/list-order.ts';
import { Panes } from './common/panes.ts';
import { PreferenceStore } from './common/preferences.ts';
import { Comparison } from './comparison.ts';
import { Detail } from './detail/detail.ts';
import type { DetailActions } from './detail/exchange-actions.ts';
import { FilterBox } from './filter/filter-box.ts';
import { FilterProblem } from './filter/filter-problem.ts';
import { HiddenEntry, NoMatch } from './filter/hidden-entries.ts';
import { ValuesMenu } from './filter/values-menu.ts';
import { HiddenTab } from './hidden-tab.ts';
import { enableInspectorKeys, keysDialog } from './inspector-keys.ts';
import { LabKeys } from './lab-keys.ts';
import { Deletion } from './list/deletion.ts';
import { enableMoreMenu } from './list/more-menu.ts';
import { RequestList } from './list/request-list.ts';
import { StatusLine } from './list/status-line.ts';
import { Timeline } from './list/timeline.ts';
import { ViewMenu } from './list/view-menu.ts';

/** Connects the parts of the page: what the address names, the list, the detail, and what the user does. */
class Inspector {
  readonly #api: Api;
  /** The bin that the page is limited to. */
  readonly #bin = readPlace(location).bin;
  readonly #pause = find(document, '#pause', HTMLButtonElement);
  readonly #preferences = new PreferenceStore();
  readonly #toast = new Toasts(byId('toast'));
  readonly #panes: Panes;
  readonly #list: RequestList;
  readonly #feed: Feed;
  readonly #detail: Detail;
  readonly #comparison: Comparison;
  readonly #box: FilterBox;
  readonly #problem: FilterProblem;
  readonly #status: StatusLine;
  readonly #labs: LabKeys;
  readonly #deletion: Deletion;
  readonly #viewMenu: ViewMenu;
  readonly #hiddenEntry: HiddenEntry;
  readonly #timeline: Timeline;
  readonly #values: ValuesMenu;
  #isPaused = false;
  /** Number of entries that the list has got. */
  #shown = 0;
  /** Whether the next entries are those of another filter. */
  #isNew = true;
  /** The entry that the user compares with the next one. */
  #partnerOf: number | undefined;

  constructor(api: Api) {
    this.#api = api;
    const panes = byId('view-list');
    // Without the script, the detail precedes the list.
    panes.append(byId('splitter'), byId('detail'));
    this.#panes = new Panes(this.#preferences, (name) => {
      this.#setForm();
      if (name === 'labs') void this.#labs.update();
      this.#showTimeline();
    });
    this.#list = new RequestList({
      select: (id) => this.#choose(id),
      hrefOf: (id) => this.#hrefOf(id),
      changed: () => this.#status.show(),
      sort: (column) => {
        const { sortBy } = this.#preferences.current;
        this.#preferences.change({ sortBy: sortBy === column ? 'newest' : column });
        this.#setForm();
      },
      saveLost: () => saveFile('requests.har', lostArchive(this.#feed.lost, mainOrigin())),
      clearLost: () => this.#feed.clearLost(),
    });
    this.#timeline = new Timeline(this.#list);
    this.#box = new FilterBox({
      change: (text) => this.#setFilter(text),
      showValues: (of, opener) => {
        this.#values.choose(of);
        byId('values-menu').showPopover({ source: opener });
      },
      committed: () => this.#problem.settle(),
    });
    this.#feed = new Feed(api, this.#preferences.current.headers, this.#bin, {
      changed: () => this.#changed(),
      connected: (isConnected, retryAt) => this.#status.setConnection(isConnected, retryAt),
      failed: (problem) => this.#failed(problem),
      expired: () => {
        this.#feed.saveEntries();
        location.reload();
      },
    });
    this.#problem = new FilterProblem(readPlace(location).id !== undefined, this.#box, this.#feed);
    this.#comparison = new Comparison(api, () => {
      this.#comparison.hide();
      this.#push(this.#address());
    });
    this.#detail = new Detail(api, this.#panes, this.#detailActions());
    this.#hiddenEntry = new HiddenEntry(this.#feed, this.#list, () => this.#setFilter('', []));
    const noMatch = new NoMatch(this.#box, this.#feed);
    this.#status = new StatusLine({
      feed: this.#feed,
      list: this.#list,
      state: () => ({ isPaused: this.#isPaused, waiting: this.#feed.entries.length - this.#shown }),
      explain: (text) => void noMatch.explain(text),
    });
    this.#labs = new LabKeys(api, {
      select: (id) => this.#select(id),
      filter: (text) => this.#setFilter(text),
      open: () => this.#panes.show('labs'),
    });
    this.#deletion = new Deletion({
      api,
      toast: this.#toast,
      feed: this.#feed,
      list: this.#list,
      deleting: (ids) => this.#leaveDeleted(ids),
      changed: (selected) => {
        this.#isNew = true;
        this.#feed.open(this.#feed.filter);
        if (selected !== undefined) this.#select(selected);
      },
    });
    this.#viewMenu = new ViewMenu(this.#preferences, () => {
      this.#setForm();
      this.#feed.setColumns(this.#preferences.current.headers);
    });
    this.#values = new ValuesMenu(api, this.#feed, (word) => this.#addWord(word));
  }

  get feed(): Feed {
    return this.#feed;
  }

  /** Shows what the address names, and follows the journal. */
  async start(): Promise<void> {
    this.#setForm();
    this.#enableTools();
    this.#labs.start();
    const { id, compared, ...place } = readPlace(location);
    const filter = place.filter || this.#box.input.value.trim();
    this.#box.show(filter, history.state);
    this.#feed.open(filter);
    // An id of an earlier start of the server is another request.
    if (id === undefined || this.#problem.hasLink) return;
    this.#list.select(id);
    // The detail comes last, so that the comparison below it does not move it.
    if (compared) await this.#comparison.show(compared);
    if (this.#list.selected === id) await this.#detail.show(id);
  }

  #enableTools(): void {
    enableMoreMenu({
      preferences: this.#preferences,
      deletion: this.#deletion,
      feed: this.#feed,
      list: this.#list,
      filter: (text) => this.#setFilter(text),
      saveHar: () => this.#saveHar(),
      showKeys: keysDialog,
    });
    for (const toolbar of document.querySelectorAll<HTMLElement>('.bars [role="toolbar"]'))
      enableRovingFocus(toolbar);
    this.#pause.addEventListener('click', () => this.#togglePause());
    find(document, '#save-har', HTMLButtonElement).addEventListener('click', () => this.#saveHar());
    const send = find(document, '#send-one', HTMLButtonElement);
    // The policy of the page allows requests to its own origin only.
    send.hidden = mainOrigin() !== siteUrl();
    send.addEventListener('click', () => this.#sendOne());
    find(document, '#clear-filter', HTMLAnchorElement).addEventListener('click', (event) => {
      event.preventDefault();
      this.#setFilter('', []);
    });
    enableInspectorKeys({
      list: this.#list,
      detail: this.#detail,
      deletion: this.#deletion,
      toast: this.#toast,
      box: this.#box,
      preferences: this.#preferences,
      timeline: this.#timeline,
      panes: this.#panes,
      close: () => this.#close(),
      togglePause: () => this.#togglePause(),
      copyLink,
    });
    addEventListener('popstate', () => this.#followAddress());
    new HiddenTab(this.#feed).watch();
  }

  /** Sends a request for people who see the page for the first time. */
  #sendOne(): Promise<Response> {
    if (this.#bin === undefined) return fetch(sitePath('/get'));
    const headers = { 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: '{"hello":"world"}', credentials: 'omit' } as const;
    return fetch(sitePath(`/bin/${this.#bin}`), request);
  }

  #detailActions(): DetailActions {
    return {
      close: () => this.#close(),
      select: (id) => this.#select(id),
      move: (step) => this.#list.move(step),
      earlier: (id) => earlierOf(this.#feed.entries, id),
      compare: (compared) => this.#compare(compared),
      choosePartner: (id) => {
        this.#partnerOf = id;
        this.#toast.show({
          text: `Select the request to compare with #${id}.`,
          onUndo: () => {
            this.#partnerOf = undefined;
          },
        });
        this.#list.focus();
      },
      copyLink,
      delete: (id) => void this.#deletion.deleteAll([id]),
      showKey: (key) => void this.#labs.show(key),
      filter: (text) => this.#addWord(text),
      annotated: ({ id, marked, note }: Exchange) => {
        const entry = this.#feed.find(id);
        if (entry) this.#feed.replace({ ...entry, marked, note: note ?? '' });
        void this.#detail.show(id);
      },
      shown: (id, entry) => this.#hiddenEntry.update(id, entry),
    };
  }

  /** The user has chosen a row: to see it, or to compare it. */
  #choose(id: number): void {
    const partner = this.#partnerOf;
    if (partner === undefined || partner === id) this.#select(id);
    else this.#compare([partner, id]);
  }

  #compare(compared: Compared): void {
    this.#partnerOf = undefined;
    this.#toast.hide();
    const [, id] = compared;
    this.#push(this.#hrefOf(id, compared));
    this.#open(id);
    void this.#comparison.show(compared);
  }

  #select(id: number): void {
    this.#comparison.hide();
    const place = readPlace(location);
    if (place.id !== id || place.compared) this.#push(this.#hrefOf(id));
    this.#open(id);
  }

  #open(id: number): void {
    this.#problem.forgetLink();
    this.#panes.showEntries();
    const wasVisible = this.#detail.isVisible;
    this.#list.select(id);
    this.#showTimeline();
    void this.#detail.show(id).then(() => {
      // The list has become smaller.
      if (!wasVisible && this.#list.selected === id) this.#list.select(id);
      // Where the detail covers the list, the row that had the focus is hidden.
      if (!wasVisible && !byId('list').checkVisibility()) this.#detail.focus();
    });
  }

  #close(): void {
    if (readPlace(location).id !== undefined) this.#push(this.#hrefOf(undefined));
    const { selected } = this.#list;
    this.#hide();
    this.#list.focus(selected);
  }

  #hide(): void {
    this.#list.select(undefined);
    this.#detail.hide();
    this.#comparison.hide();
    this.#hiddenEntry.hide();
    this.#showTimeline();
  }

  /** Selects the next row before the selected one is deleted. */
  #leaveDeleted(ids: readonly number[] | undefined): void {
    const { selected } = this.#list;
    if (selected === undefined || (ids !== undefined && !ids.includes(selected))) return;
    const next = ids === undefined ? undefined : this.#list.nextWithout(new Set(ids));
    if (next === undefined) this.#close();
    else this.#select(next);
  }

  #changed(): void {
    if (!this.#isPaused) this.#showEntries();
    this.#box.setEntries(this.#feed.entries);
    void this.#labs.update();
    this.#status.show();
    const id = this.#list.selected;
    if (id !== undefined) this.#hiddenEntry.update(id, this.#detail.entry);
  }

  #showEntries(): void {
    const { entries, isStale } = this.#feed;
    this.#shown = entries.length;
    const latest = entries.at(-1);
    this.#list.show([...entries], this.#feed, this.#isNew && !isStale);
    if (!isStale) this.#isNew = false;
    this.#detail.update(this.#feed.find(this.#list.selected ?? 0));
    this.#showTimeline();
    if (this.#viewMenu.isFollowing && latest && latest.id !== this.#list.selected) {
      this.#list.release(true);
      this.#open(latest.id);
    }
  }

  #showTimeline(): void {
    this.#timeline.update(this.#panes.isTimeline && this.#feed.entries.length > 0);
  }

  #failed(problem: FeedProblem | undefined): void {
    this.#status.setProblem(problem);
    byId('off').hidden = problem?.cause !== 'off';
    this.#problem.set(problem);
  }

  /** @param words of an entry of the history; without it, words that are switched off stay */
  #setFilter(text: string, words?: unknown): void {
    this.#openFilter(text, words);
    history.replaceState(this.#box.state, '', sitePath(this.#address()));
  }

  #openFilter(text: string, words?: unknown): void {
    this.#isNew = true;
    this.#feed.open(text);
    this.#box.show(text, words);
    this.#panes.showEntries();
  }

  #addWord(word: string): void {
    this.#setFilter([this.#feed.filter, word].filter(Boolean).join(' '));
  }

  #setForm(): void {
    this.#list.setForm({ ...this.#preferences.current, isTimeline: this.#panes.isTimeline });
  }

  #togglePause(): void {
    this.#isPaused = !this.#isPaused;
    const label = this.#isPaused ? 'Continue (p)' : 'Pause (p)';
    this.#pause.ariaPressed = String(this.#isPaused);
    this.#pause.ariaLabel = label;
    this.#pause.title = label;
    this.#pause.querySelector('use')?.setAttribute('href', this.#isPaused ? '#i-play' : '#i-pause');
    this.#shown = this.#feed.entries.length;
    if (!this.#isPaused) this.#showEntries();
    this.#status.show();
  }

  #saveHar(): Promise<void> {
    return attempt(async () => {
      const archive = await this.#api.call(`/_sparring/requests.har?${this.#feed.selection()}`);
      saveFile('requests.har', await archive.blob());
    });
  }

  #followAddress(): void {
    const place = readPlace(location);
    if (place.filter === this.#feed.filter) this.#box.show(this.#feed.filter, history.state ?? []);
    else this.#openFilter(place.filter, history.state ?? []);
    if (place.id === undefined) this.#hide();
    else this.#open(place.id);
    if (place.compared) void this.#comparison.show(place.compared);
    else this.#comparison.hide();
  }

  #push(href: string): void {
    history.pushState(this.#box.state, '', sitePath(href));
  }

  #hrefOf(id: number | undefined, compared?: Compared): string {
    return buildHref({ bin: this.#bin, id, compared, filter: this.#feed.filter, run: this.#feed.counts.run });
  }

  /** The address of what the page shows. */
  #address(): string {
    return this.#hrefOf(this.#list.selected, this.#comparison.shown);
  }
}

/** Starts the script of the page, when it has access to the entries. */
export async function openInspector(): Promise<{ api: Api; feed: Feed }> {
  const api = new Api();
  enableCopyButtons();
  enableShell(true);
  for (const element of document.querySelectorAll('.unscripted, input[name="page-token"]')) element.remove();
  showScriptedElements();
  await api.ready();
  const inspector = new Inspector(api);
  void inspector.start();
  return { api, feed: inspector.feed };
}

function copyLink(): Promise<void> {
  return attempt(async () => {
    if (await copyText(location.href)) announce('The link is copied.');
  });
}
