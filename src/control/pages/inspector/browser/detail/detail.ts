import { type Api, ApiError } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { formatAge } from '#pages/age.ts';
import { button, el } from '#pages/browser/dom.ts';
import { announce, find } from '#pages/browser/elements.ts';
import { type Entry, type Exchange, isExchange } from '../../entry.ts';
import { formatClock, formatDuration } from '../../request-cells.ts';
import { Secrets } from '../body/secrets.ts';
import type { ViewContext } from '../body/view-context.ts';
import { editDialog, noteDialog } from '../common/dialogs.ts';
import type { Folds } from '../common/fold.ts';
import { enableRovingFocus } from '../common/roving-focus.ts';
import type { Comparison } from './comparison.ts';
import { CopyMenu } from './copy-menu.ts';
import { explainButton } from './explain-button.ts';
import { connectionView, failureView, timingView } from './facts-view.ts';
import { requestView, responseView } from './message-view.ts';
import { messagesView } from './messages-view.ts';
import { createTabs, type Tab } from './tabs.ts';
import { useControls } from './use-controls.ts';

export interface DetailActions {
  close(): void;
  /** Shows another entry. */
  select(id: number): void;
  /** Shows the entry that is so many rows after this one. */
  move(step: number): void;
  /** The latest entry before this one with the same method and path. */
  earlier(id: number): number | undefined;
  /** Deletes the entry. */
  delete(id: number): void;
  /** Shows the attempts at a key of a lab. */
  showKey(key: { readonly lab: string; readonly key: string }): void;
  /** Shows the entries that match. */
  filter(text: string): void;
  /** The user has shown another tab. */
  tabChanged(name: string): void;
  /** The mark or the note of an entry has changed. */
  annotated(entry: Exchange): void;
}

/** The width that has space for request and response beside one another. */
const WIDE = '(min-width: 1600px)';

/** Time after which the view of an exchange in progress is read again. */
const PENDING_MS = 1000;

/** The selected entry in full. */
export class Detail {
  readonly #section = find(document, '#detail', HTMLElement);
  readonly #api: Api;
  readonly #comparison: Comparison;
  readonly #copyMenu: CopyMenu;
  readonly #folds: Folds;
  readonly #actions: DetailActions;
  #entry: Entry | undefined;
  #wanted: number | undefined;
  #tab = 'Request';

  constructor(api: Api, comparison: Comparison, folds: Folds, actions: DetailActions) {
    this.#folds = folds;
    this.#api = api;
    this.#copyMenu = new CopyMenu(api);
    this.#comparison = comparison;
    this.#actions = actions;
  }

  get entry(): Entry | undefined {
    return this.#entry;
  }

  get isVisible(): boolean {
    return !this.#section.hidden;
  }

  /** Loads the entry, and shows it. @param tab in lower case */
  async show(id: number, tab?: string): Promise<void> {
    this.#wanted = id;
    if (tab !== undefined) this.#tab = tab.charAt(0).toUpperCase() + tab.slice(1);
    await attempt(async () => {
      const entry = await this.#api.json<Entry>(`/_sparring/requests/${id}`).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) this.#showMissing(id);
        throw error;
      });
      // Another entry can have been selected meanwhile.
      if (this.#wanted !== id) return;
      this.#entry = entry;
      this.#render(entry);
      if (isExchange(entry) && entry.ended === null) setTimeout(() => this.#readAgain(id), PENDING_MS);
    });
  }

  /** The body of a response, and events of a stream, grow while the exchange is in progress. */
  #readAgain(id: number): void {
    const isFocusLost = this.#section.contains(document.activeElement) && this.#focusKey() === undefined;
    const isBusy = isFocusLost || !getSelection()?.isCollapsed;
    if (this.#wanted !== id || document.hidden) return;
    if (isBusy || (isExchange(this.#entry as Entry) && (this.#entry as Exchange).webSocket !== null))
      setTimeout(() => this.#readAgain(id), PENDING_MS);
    else void this.show(id);
  }

  /** Loads the entry again if it was in progress, and has ended. */
  update(entry: { readonly id: number; readonly pending?: boolean } | undefined): void {
    const current = this.#entry;
    if (!current || !entry || current.id !== entry.id || !isExchange(current)) return;
    if (current.ended === null && !entry.pending) void this.show(entry.id);
  }

  hide(): void {
    this.#entry = undefined;
    this.#wanted = undefined;
    this.#section.hidden = true;
    this.#section.replaceChildren();
    this.#section.parentElement?.classList.remove('with-detail');
  }

  focus(): void {
    find(this.#section, 'h2', HTMLElement).focus();
  }

  /** Shows the tab that is so many after the visible one. */
  moveTab(step: number): void {
    const tabs = [...this.#section.querySelectorAll<HTMLElement>('[role="tab"]')];
    const current = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
    tabs[(current + step + tabs.length) % tabs.length]?.click();
  }

  /** Clicks the button of an action, such as `Resend`. */
  act(name: string): void {
    this.#section.querySelector<HTMLElement>(`[data-action="${name}"]`)?.click();
  }

  #showMissing(id: number): void {
    this.#open(el('h2', { tabindex: -1 }, `#${id} was dropped or deleted.`));
  }

  #render(entry: Entry): void {
    this.#open(
      el(
        'div',
        { class: 'detail-head' },
        this.#heading(entry),
        el('p', { class: 'summary' }, summaryOf(entry)),
        ...(isExchange(entry) && entry.note !== null ? [el('p', {}, `Note: ${entry.note}`)] : []),
      ),
      ...(isExchange(entry) ? this.#exchangeParts(entry) : this.#failureParts(entry)),
    );
  }

  /** Shows other content. The focus stays on the same control, or goes to the heading. */
  #open(...content: readonly Node[]): void {
    const hadFocus = this.#section.contains(document.activeElement);
    const key = this.#focusKey();
    this.#section.replaceChildren(...content);
    this.#section.hidden = false;
    this.#section.parentElement?.classList.add('with-detail');
    if (!hadFocus) return;
    const control = key === undefined ? null : this.#section.querySelector<HTMLElement>(key);
    (control ?? find(this.#section, 'h2', HTMLElement)).focus({ preventScroll: true });
  }

  /** Selects the control with the focus, in other content too; undefined for one without a name. */
  #focusKey(): string | undefined {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !this.#section.contains(focused)) return undefined;
    if (focused.dataset.action !== undefined) return `[data-action="${focused.dataset.action}"]`;
    if (/^tab-[a-z]+$/.test(focused.id)) return `#${focused.id}`;
    return focused.tagName === 'H2' ? 'h2' : undefined;
  }

  #heading(entry: Entry): HTMLElement {
    const title = isExchange(entry) ? `${entry.request.method} ${entry.request.target}` : entry.title;
    const heading: HTMLHeadingElement = el(
      'h2',
      { tabindex: -1 },
      el('span', { class: 'title', title }, `#${entry.id} ${title}`),
    );
    const steps = el(
      'div',
      { class: 'steps', role: 'toolbar', 'aria-label': 'Steps' },
      title.length > 60 ? button('Show all', () => heading.classList.toggle('open')) : null,
      button('‹', () => this.#actions.move(-1), { 'aria-label': 'Newer request' }),
      button('›', () => this.#actions.move(1), { 'aria-label': 'Older request' }),
      button('×', this.#actions.close, { 'aria-label': 'Close' }),
    );
    enableRovingFocus(steps);
    return el('div', { class: 'heading' }, heading, steps);
  }

  #exchangeParts(exchange: Exchange): HTMLElement[] {
    const { id } = exchange;
    const context = { api: this.#api, secrets: new Secrets(this.#api, id), folds: this.#folds };
    const tabs: Tab[] = [
      { name: 'Request', content: () => requestView(exchange, context) },
      { name: 'Response', content: () => responseView(exchange, context) },
      ...(exchange.webSocket === null
        ? []
        : [{ name: 'Messages', content: () => messagesView(exchange, context) }]),
      { name: 'Timing', content: () => timingView(exchange) },
      { name: 'Connection', content: () => connectionView(exchange) },
      ...(matchMedia(WIDE).matches ? [{ name: 'Both', content: () => both(exchange, context) }] : []),
    ];
    const output = el('div', { id: 'copied' });
    const comparisons = this.#comparison.choices(id, exchange.replayOf, this.#actions.earlier(id));
    const { annotated, select } = this.#actions;
    const mark = async () => {
      const body = { marked: !exchange.marked };
      const path = `/_sparring/requests/${id}`;
      await attempt(async () => annotated(await this.#api.json<Exchange>(path, { method: 'PATCH', body })));
    };
    return [
      el(
        'div',
        { class: 'toolbar' },
        this.#copyMenu.controls(exchange, output),
        button('Resend', () => this.#replay(id), { 'data-action': 'resend' }),
        button('Edit', () => editDialog(this.#api, exchange, select), {
          'data-action': 'edit',
          'aria-label': 'Edit and resend',
        }),
        this.#comparison.button(id),
        useControls(this.#api, exchange, output, this.#actions.filter, comparisons),
        button(exchange.marked ? 'Unmark' : 'Mark', mark, { 'data-action': 'mark' }),
        button('Note', () => noteDialog(this.#api, exchange, annotated), { 'data-action': 'note' }),
        button('Delete', () => this.#actions.delete(id), {
          class: 'danger',
          'aria-label': `Delete request ${id}`,
        }),
        this.#labButton(exchange),
        exchange.unmatched ? explainButton(this.#api, id, output) : null,
      ),
      output,
      this.#tabs(tabs),
    ];
  }

  #labButton({ lab }: Exchange): HTMLButtonElement | null {
    if (lab === null) return null;
    const { name, key } = lab;
    return button(`Attempts at ${name}/${key}`, () => this.#actions.showKey({ lab: name, key }));
  }

  #failureParts(entry: Exclude<Entry, Exchange>): HTMLElement[] {
    return [
      this.#tabs([
        { name: 'Request', content: () => failureView(entry) },
        { name: 'Connection', content: () => connectionView(entry) },
      ]),
    ];
  }

  #tabs(tabs: readonly Tab[]): HTMLElement {
    return createTabs('Parts of the entry', tabs, this.#tab, (name) => {
      if (name !== this.#tab) this.#actions.tabChanged(name.toLowerCase());
      this.#tab = name;
    });
  }

  #replay(id: number): Promise<void> {
    return attempt(async () => {
      const repeated = await this.#api.json<Entry>(`/_sparring/requests/${id}/replay`, { method: 'POST' });
      announce(`Request ${id} was sent again as request ${repeated.id}.`);
      this.#actions.select(repeated.id);
    });
  }
}

function both(exchange: Exchange, context: ViewContext): HTMLElement {
  const column = (title: string, view: HTMLElement) =>
    el('section', { 'aria-label': title }, el('h3', {}, title), view);
  return el(
    'div',
    { class: 'both' },
    column('Request', requestView(exchange, context)),
    column('Response', responseView(exchange, context)),
  );
}

function summaryOf(entry: Entry): string {
  const at = Date.parse(entry.startedAt);
  const time = `${formatClock(at)}, ${formatAge(Date.now() - at)} ago`;
  if (!isExchange(entry)) return `${time} · ${entry.connection.remote}`;
  const { response, ms, connection, bin, replayOf, webSocket } = entry;
  return [
    response === null ? '' : response.status === 0 ? '' : `${response.status} ${response.reason}`.trim(),
    ms.done === null ? 'in progress' : formatDuration(ms.done),
    time,
    connection.protocol,
    `connection ${connection.id}.${connection.requestNumber}`,
    bin === null ? '' : `bin ${bin}`,
    replayOf === null ? '' : `again of #${replayOf}`,
    webSocket === null ? '' : `${webSocket.received + webSocket.sent} messages`,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}
