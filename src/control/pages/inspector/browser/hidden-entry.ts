import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { banner } from '#pages/components/banner.ts';
import { button } from '#pages/components/button.ts';
import { type Entry, isExchange } from '../entry.ts';
import type { Feed } from './common/feed.ts';
import type { RequestList } from './list/request-list.ts';

interface HiddenEntryContext {
  readonly feed: Feed;
  readonly list: RequestList;
  filter(): string;
  /** Shows the requests of own pages, too. */
  showOwn(): void;
  clearFilter(): void;
}

/** Says why the selected request is not in the list, with a way to it. */
export class HiddenEntry {
  readonly #element = find(document, '#hidden-entry', HTMLElement);
  readonly #context: HiddenEntryContext;

  constructor(context: HiddenEntryContext) {
    this.#context = context;
  }

  hide(): void {
    this.#element.hidden = true;
    show(this.#element, null);
  }

  /** @param entry undefined if the server does not have it */
  update(id: number, entry: Entry | undefined): void {
    const { feed, list } = this.#context;
    const isSelected = entry?.id === id && id === list.selected;
    if (!isSelected || !feed.isComplete || list.has(id)) {
      this.hide();
      return;
    }
    const [text, action] = this.#explain(entry);
    const actions = action && button('Show', { type: 'button', isSmall: true, onClick: action });
    this.#element.hidden = false;
    show(this.#element, banner('info', text, { ...(actions && { actions }) }));
  }

  #explain(entry: Entry): [text: string, action: (() => void) | undefined] {
    const { feed, filter, showOwn, clearFilter } = this.#context;
    const name = `#${entry.id}`;
    if (isExchange(entry) && entry.own && !feed.showsOwn)
      return [`${name} is a request of an own page.`, showOwn];
    if (filter() === '') return [`${name} is older than the rows of this list.`, undefined];
    return [`${name} is hidden by the filter.`, clearFilter];
  }
}
