import { type Api, ApiError } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { findField } from '#http/syntax/fields.ts';
import { formatAge } from '#pages/age.ts';
import { byId, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { iconButton } from '#pages/components/button.ts';
import { component, html, type Markup } from '#pages/html.ts';
import { connectionFacts, detailHead, exchangeFooter, failureFacts } from '../../detail-markup.ts';
import { type Entry, type Exchange, type Failure, isExchange } from '../../entry.ts';
import { BodyView } from '../body/body-view.ts';
import { HexView } from '../body/plain-views.ts';
import { binaryBytes } from '../common/decoding.ts';
import type { Panes } from '../common/panes.ts';
import { CopyMenu } from './copy-menu.ts';
import { type DetailActions, exchangeActions } from './exchange-actions.ts';
import { type MessagePart, messagePane } from './message-pane.ts';
import { MessagesView } from './messages-view.ts';
import { Secrets } from './values.ts';

/** Time after which the view of an exchange in progress is read again. */
const PENDING_MS = 1000;

/** The selected entry in full. */
export class Detail {
  readonly #section = byId('detail');
  readonly #api: Api;
  readonly #panes: Panes;
  readonly #copyMenu: CopyMenu;
  readonly #actions: DetailActions;
  #entry: Entry | undefined;
  #secrets: Secrets;
  #wanted: number | undefined;
  /** The parts that the panes show, which stay for other entries. */
  readonly #shown: Record<MessagePart, string> = { request: 'Body', response: 'Body' };
  /** Whether the messages of a WebSocket, or the events of a stream, are visible. */
  #showsMessages = true;
  #report: Markup | null = null;
  #isRendered = false;

  constructor(api: Api, panes: Panes, actions: DetailActions) {
    this.#api = api;
    this.#panes = panes;
    this.#actions = actions;
    this.#secrets = new Secrets(api, 0);
    this.#copyMenu = new CopyMenu(api, () => this.#render());
  }

  get entry(): Entry | undefined {
    return this.#entry;
  }

  get isVisible(): boolean {
    return !this.#section.hidden;
  }

  /** Loads the entry, and shows it. */
  async show(id: number): Promise<void> {
    this.#wanted = id;
    await attempt(async () => {
      const entry = await this.#api.json<Entry>(`/_sparring/requests/${id}`).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) this.#showMissing(id);
        throw error;
      });
      // Another entry can have been selected meanwhile.
      if (this.#wanted !== id) return;
      if (this.#entry?.id !== id) {
        this.#report = null;
        this.#showsMessages = true;
        this.#secrets = new Secrets(this.#api, id);
      }
      const isOther = this.#entry !== undefined && this.#entry.id !== id;
      this.#entry = entry;
      this.#render();
      if (isOther) this.#section.scrollTop = 0;
      this.#actions.shown(id, entry);
      if (isExchange(entry) && entry.ended === null) setTimeout(() => this.#readAgain(id), PENDING_MS);
    });
  }

  /** The body of a response, and events of a stream, grow while the exchange is in progress. */
  #readAgain(id: number): void {
    const entry = this.#entry;
    if (this.#wanted !== id || document.hidden || !entry) return;
    if (isExchange(entry) && entry.webSocket !== null) setTimeout(() => this.#readAgain(id), PENDING_MS);
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
    this.#section.parentElement?.classList.remove('with-detail');
    this.#show(null);
  }

  focus(): void {
    find(this.#section, 'h2', HTMLElement).focus();
  }

  /** Shows the part that is so many after the visible one: in the pane with the focus, else in the first one. */
  moveTab(step: number): void {
    const pane = document.activeElement?.closest('#detail .pane') ?? this.#section;
    const tabs = [...this.#section.querySelectorAll<HTMLElement>('[role="tab"]')];
    const choices =
      tabs.length > 0 ? tabs : [...(pane.querySelector('.seg')?.querySelectorAll('input') ?? [])];
    const current = choices.findIndex((each) => each.ariaSelected === 'true' || each.matches(':checked'));
    choices[(current + step + choices.length) % choices.length]?.click();
  }

  /** Clicks the button of an action, such as `resend`. */
  act(name: string): void {
    this.#section.querySelector<HTMLElement>(`[data-action="${name}"]`)?.click();
  }

  #showMissing(id: number): void {
    this.#entry = undefined;
    this.#open(
      html`<header class="detail-head"><div class="heading"><h2 tabindex="-1">#${id} was dropped or deleted.</h2>${this.#nav()}</div></header>`,
    );
    this.#actions.shown(id, undefined);
  }

  #render(): void {
    const entry = this.#entry;
    if (!entry) return;
    const age = `${formatAge(Date.now() - Date.parse(entry.startedAt))} ago`;
    const actions = isExchange(entry)
      ? exchangeActions(entry, {
          api: this.#api,
          copyMenu: this.#copyMenu,
          actions: this.#actions,
          report: (content) => {
            this.#report = content;
            this.#render();
          },
        })
      : null;
    const report = html`${actions}<div class="output" id="output">${this.#report}</div>`;
    this.#open(html`
      ${detailHead(entry, { nav: this.#nav(), actions: report, age })}
      <div class="parts" key=${entry.id}>${isExchange(entry) ? this.#exchangeParts(entry) : this.#failureParts(entry)}</div>`);
  }

  /** Shows other content. The focus stays on the same control, or goes to the heading. */
  #open(content: Markup): void {
    const hadFocus = this.#section.contains(document.activeElement);
    this.#section.hidden = false;
    this.#section.parentElement?.classList.add('with-detail');
    this.#show(content);
    if (hadFocus && !this.#section.contains(document.activeElement)) this.focus();
  }

  #show(content: Markup | null): void {
    // What the page had before its script.
    if (!this.#isRendered) this.#section.replaceChildren();
    this.#isRendered = true;
    show(this.#section, content);
  }

  #nav(): Markup {
    const dock = this.#panes.isBelow ? 'Detail beside the list' : 'Detail below the list';
    const toggle = () => {
      this.#panes.toggle();
      this.#render();
    };
    return html`
      <div class="steps">${iconButton('left', 'Newer request', { isSmall: true, onClick: () => this.#actions.move(-1) })}${iconButton('right', 'Older request', { isSmall: true, onClick: () => this.#actions.move(1) })}${this.#panes.hasChoice ? iconButton(this.#panes.isBelow ? 'dockr' : 'dockb', dock, { isSmall: true, class: 'wide-only', onClick: toggle }) : null}${iconButton('close', 'Close', { isSmall: true, onClick: () => this.#actions.close() })}</div>`;
  }

  #exchangeParts(exchange: Exchange): Markup {
    const messages = this.#messages(exchange);
    const panes = html`<div class="panes-2">${this.#pane(exchange, 'request')}${this.#pane(exchange, 'response')}</div>`;
    if (messages === undefined) return html`${panes}${exchangeFooter(exchange)}`;
    const tab = (name: string, isShown: boolean, shows: boolean) => html`
      <button type="button" role="tab" id=${`tab-${shows ? 'messages' : 'panes'}`} aria-controls="tab-panel" aria-selected=${String(isShown)} tabindex=${isShown ? 0 : -1} onClick=${() => this.#setMessages(shows)}>${name}</button>`;
    const isShown = this.#showsMessages;
    const press = ({ key }: KeyboardEvent) => {
      if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
      this.#setMessages(!this.#showsMessages);
      find(this.#section, '[role="tab"][aria-selected="true"]', HTMLElement).focus();
    };
    return html`
      <div class="tabs" role="tablist" aria-label="Parts of the entry" onKeyDown=${press}>${tab(messages.name, isShown, true)}${tab('Request and response', !isShown, false)}</div>
      <div class="parts" role="tabpanel" id="tab-panel" aria-labelledby=${isShown ? 'tab-messages' : 'tab-panes'}>${isShown ? html`<div class="content" tabindex="0" role="region" aria-label=${messages.name}>${messages.content}</div>` : panes}</div>
      ${exchangeFooter(exchange)}`;
  }

  #setMessages(shows: boolean): void {
    this.#showsMessages = shows;
    this.#render();
  }

  /** What a WebSocket or a stream of events has in place of a body; undefined for another exchange. */
  #messages({ id, webSocket, response }: Exchange): { name: string; content: Markup } | undefined {
    if (webSocket !== null)
      return { name: 'Messages', content: component(MessagesView, { key: id, api: this.#api, id }) };
    const type = findField(response?.headers ?? [], 'Content-Type') ?? '';
    if (!response || !/^text\/event-stream\b/i.test(type)) return undefined;
    return {
      name: 'Events',
      content: component(BodyView, { key: id, api: this.#api, id, part: 'response', message: response }),
    };
  }

  #pane(exchange: Exchange, part: MessagePart): Markup {
    return messagePane(exchange, part, {
      api: this.#api,
      secrets: this.#secrets,
      shown: this.#shown[part],
      choose: (section) => {
        this.#shown[part] = section;
        this.#render();
      },
    });
  }

  #failureParts(entry: Failure): Markup {
    const bytes = binaryBytes(atob(entry.raw));
    const noBytes =
      entry.kind === 'no-request'
        ? 'The server received no byte of a request.'
        : 'The journal does not keep the bytes of TLS.';
    return html`
      <div class="content" tabindex="0" role="region" aria-label="Failed connection">
        ${failureFacts(entry)}
        <h4>Bytes</h4>${bytes.length === 0 ? html`<p class="soft">${noBytes}</p>` : component(HexView, { bytes })}
        <h4>Connection</h4>${connectionFacts(entry)}
      </div>`;
  }
}
