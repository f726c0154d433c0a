import { byId } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { banner } from '#pages/components/banner.ts';
import { button } from '#pages/components/button.ts';
import { type Entry, isExchange } from '../../entry.ts';
import { countOf } from '../../request-cells.ts';
import type { Feed } from '../common/feed.ts';
import type { RequestList } from '../list/request-list.ts';
import type { FilterBox } from './filter-box.ts';
import { formatFilter, OR } from './filter-words.ts';

/** Says why the selected request is not in the list, with a way to it. */
export class HiddenEntry {
  readonly #element = byId('hidden-entry');
  readonly #feed: Feed;
  readonly #list: RequestList;
  readonly #clearFilter: () => void;

  constructor(feed: Feed, list: RequestList, clearFilter: () => void) {
    this.#feed = feed;
    this.#list = list;
    this.#clearFilter = clearFilter;
  }

  hide(): void {
    this.#element.hidden = true;
    show(this.#element, null);
  }

  /** @param entry undefined if the server does not have it */
  update(id: number, entry: Entry | undefined): void {
    const isSelected = entry?.id === id && id === this.#list.selected;
    if (!isSelected || !this.#feed.isComplete || this.#list.has(id)) {
      this.hide();
      return;
    }
    const [text, action] = this.#explain(entry);
    const actions = action && button('Show', { type: 'button', isSmall: true, onClick: action });
    this.#element.hidden = false;
    show(this.#element, banner('info', text, { ...(actions && { actions }) }));
  }

  #explain(entry: Entry): [text: string, action?: () => void] {
    const { filter, showsOwn } = this.#feed;
    const name = `#${entry.id}`;
    if (isExchange(entry) && entry.own && !showsOwn)
      return [`${name} is a request of an own page.`, () => this.#feed.open(filter, true)];
    if (filter === '') return [`${name} is older than the rows of this list.`];
    return [`${name} is hidden by the filter.`, this.#clearFilter];
  }
}

/** Maximum number of words that are tried. */
const MAX_WORDS = 10;

/** Below a filter that matches nothing: the words without which it would match, each of which can be switched off. */
export class NoMatch {
  readonly #box: FilterBox;
  readonly #feed: Feed;
  readonly #list = byId('without');
  #filter = '';

  constructor(box: FilterBox, feed: Feed) {
    this.#box = box;
    this.#feed = feed;
  }

  /** Counts what matches without each word, once for a filter. */
  async explain(filter: string): Promise<void> {
    if (filter === this.#filter) return;
    this.#filter = filter;
    show(this.#list, null);
    const { words } = this.#box;
    const tried = words
      .map((word, index) => ({ ...word, rest: formatFilter(words.with(index, { ...word, isOff: true })) }))
      .filter(({ text, isOff, rest }) => !isOff && text !== OR && rest !== '')
      .slice(0, MAX_WORDS);
    const found = await Promise.all(
      tried.map(async ({ text, rest }) => ({ text, count: (await this.#feed.count(rest))?.matched ?? 0 })),
    );
    // The user can have typed another filter meanwhile.
    if (filter !== this.#filter) return;
    const toggle = (text: string) => {
      this.#box.input.focus();
      this.#box.toggle(this.#box.words.findIndex((word) => word.text === text && !word.isOff));
    };
    show(
      this.#list,
      found
        .filter(({ count }) => count > 0)
        .map(({ text, count }) =>
          button(`Without ${text}: ${countOf(count, 'request')}`, {
            type: 'button',
            onClick: () => toggle(text),
          }),
        ),
    );
  }
}
