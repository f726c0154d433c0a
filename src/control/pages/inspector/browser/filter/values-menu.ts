import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { byId } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { field, optionList, select } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatCount } from '../../request-cells.ts';
import type { Feed } from '../common/feed.ts';

interface CountedValue {
  readonly value: string | null;
  readonly count: number;
  readonly filter: string | null;
}

interface Values {
  readonly values: readonly CountedValue[];
  readonly others: number;
}

/** What the control API counts, with its label. */
const CHOICES = [
  ['status', 'Status'],
  ['method', 'Method'],
  ['path', 'Path'],
  ['type', 'Media type'],
  ['bin', 'Bin'],
  ['host', 'Host'],
  ['client', 'Client'],
  ['protocol', 'Protocol'],
  ['endpoint', 'Endpoint'],
  ['fault', 'Fault or end'],
  ['header', 'Header…'],
] as const;

/** The menu with the values that the shown requests have, and their counts: a click filters by one. */
export class ValuesMenu {
  readonly #menu = byId('values-menu');
  readonly #api: Api;
  readonly #feed: Feed;
  readonly #add: (word: string) => void;
  #of = 'status';
  #header = 'User-Agent';
  #found: Values = { values: [], others: 0 };
  #latest = 0;

  /** @param add adds a word to the filter */
  constructor(api: Api, feed: Feed, add: (word: string) => void) {
    this.#api = api;
    this.#feed = feed;
    this.#add = add;
    this.#menu.addEventListener('toggle', ({ newState }) => {
      if (newState === 'open') void this.#read();
    });
  }

  /** Chooses what the menu shows when it opens. */
  choose(of: string): void {
    this.#of = of;
    this.#found = { values: [], others: 0 };
    this.#show();
  }

  #read(): Promise<void> {
    this.#show();
    if (this.#of === 'header' && this.#header === '') return Promise.resolve();
    const request = ++this.#latest;
    const query = this.#feed.selection();
    query.set('of', this.#of === 'header' ? `header:${this.#header}` : this.#of);
    return attempt(async () => {
      const found = await this.#api.json<Values>(`/_sparring/requests/values?${query}`);
      // The user can have chosen another one meanwhile.
      if (request !== this.#latest) return;
      this.#found = found;
      this.#show();
    });
  }

  #show(): void {
    const { values, others } = this.#found;
    const choose = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => {
      this.#of = currentTarget.value;
      void this.#read();
    };
    const commit = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      this.#header = currentTarget.value.trim();
      void this.#read();
    };
    show(
      this.#menu,
      html`
        ${field({ id: 'values-of', label: 'Of' }, (control) => select({ ...control, onChange: choose }, optionList(CHOICES, this.#of)))}
        ${this.#of === 'header' && field({ id: 'values-header', label: 'Name' }, (control) => html`<input ...${control} value=${this.#header} maxlength="100" spellcheck=${false} onChange=${commit} onKeyDown=${(event: KeyboardEvent & { currentTarget: HTMLInputElement }) => event.key === 'Enter' && commit(event)} />`)}
        <div class="values" role="group" aria-label="Values">
          ${values.map((each) => this.#row(each))}
          ${values.length === 0 ? html`<p class="soft">No value.</p>` : null}
          ${others === 0 ? null : html`<p class="soft">and ${formatCount(others)} further values</p>`}
        </div>`,
    );
  }

  #row({ value, count, filter }: CountedValue): Markup {
    const content = html`<span class="value">${value ?? 'none'}</span><span class="soft">${formatCount(count)}</span>`;
    if (filter === null)
      return html`<p title="The value is masked or cut: no filter can have it.">${content}</p>`;
    const add = () => {
      this.#menu.hidePopover();
      // The arrows then move in the list.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      this.#add(filter);
    };
    return html`<button type="button" title=${filter} onClick=${add}>${content}</button>`;
  }
}
