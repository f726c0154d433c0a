import { button, el } from '../../../../../http/pages/browser/dom.ts';
import { announce, find } from '../../../../../http/pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { attempt } from '../../browser/problem.ts';
import { type Entry, type Exchange, isExchange } from '../entry.ts';
import type { Comparison } from './comparison.ts';
import { copyControls } from './copy-as.ts';
import { explainButton } from './explain-button.ts';
import { connectionView, failureView, timingView } from './facts-view.ts';
import { requestView, responseView } from './message-view.ts';
import { Secrets } from './secrets.ts';
import { createTabs } from './tabs.ts';

export interface DetailActions {
  close(): void;
  /** Shows another entry. */
  select(id: number): void;
  /** Shows the attempts at a key of a lab. */
  showKey(key: { readonly lab: string; readonly key: string }): void;
}

/** The selected entry in full. */
export class Detail {
  readonly #section = find(document, '#detail', HTMLElement);
  readonly #api: Api;
  readonly #comparison: Comparison;
  readonly #actions: DetailActions;
  #entry: Entry | undefined;
  #tab = 'Request';

  constructor(api: Api, comparison: Comparison, actions: DetailActions) {
    this.#api = api;
    this.#comparison = comparison;
    this.#actions = actions;
  }

  /** Loads the entry, and shows it. */
  async show(id: number): Promise<void> {
    await attempt(async () => {
      this.#entry = await this.#api.json<Entry>(`/_sparring/requests/${id}`);
      this.#render(this.#entry);
    });
  }

  /** Loads the entry again if it was in progress, and has ended. */
  update(entry: Entry | undefined): void {
    const shown = this.#entry;
    if (!shown || !entry || shown.id !== entry.id || !isExchange(shown) || !isExchange(entry)) return;
    if (shown.ended === null && entry.ended !== null) void this.show(entry.id);
  }

  hide(): void {
    this.#entry = undefined;
    this.#section.hidden = true;
    this.#section.replaceChildren();
    this.#section.parentElement?.classList.remove('with-detail');
  }

  #render(entry: Entry): void {
    const title = isExchange(entry)
      ? `${entry.request.method} ${entry.request.target}`
      : 'Connection without a request';
    this.#section.replaceChildren(
      el(
        'h2',
        {},
        el('span', {}, `#${entry.id} `, el('span', { class: 'mono' }, title)),
        button('Close', this.#actions.close, { class: 'small' }),
      ),
      ...(isExchange(entry) ? this.#exchangeParts(entry) : this.#failureParts(entry)),
    );
    this.#section.hidden = false;
    this.#section.parentElement?.classList.add('with-detail');
  }

  #exchangeParts(exchange: Exchange): HTMLElement[] {
    const context = { api: this.#api, secrets: new Secrets(this.#api, exchange.id) };
    const tabs = [
      { name: 'Request', content: () => requestView(exchange, context) },
      { name: 'Response', content: () => responseView(exchange, context) },
      { name: 'Connection', content: () => connectionView(exchange) },
      { name: 'Timing', content: () => timingView(exchange) },
    ];
    const output = el('div', { id: 'copied' });
    return [
      el(
        'div',
        { class: 'toolbar' },
        copyControls(this.#api, exchange.id, output),
        button('Replay', () => this.#replay(exchange.id)),
        el(
          'a',
          { class: 'button', href: `/_sparring/panel/rules#request-${exchange.id}` },
          'Answer like this',
        ),
        this.#comparison.button(exchange.id),
        this.#labButton(exchange),
        exchange.unmatched ? explainButton(this.#api, exchange.id, output) : null,
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

  #tabs(tabs: Parameters<typeof createTabs>[1]): HTMLElement {
    return createTabs('Parts of the entry', tabs, this.#tab, (name) => {
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
