import type { Api } from '#control/pages/browser/api.ts';
import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { button } from '#pages/components/button.ts';
import type { SummaryPage } from '../../entry.ts';
import { countOf } from '../../request-cells.ts';
import type { Feed } from '../common/feed.ts';
import type { FilterBox } from './filter-box.ts';
import { formatFilter, OR } from './filter-words.ts';

/** Maximum number of words that are tried. */
const MAX_WORDS = 10;

/** Below a filter that matches nothing: the words without which it would match, each of which can be switched off. */
export class NoMatch {
  readonly #api: Api;
  readonly #box: FilterBox;
  readonly #feed: Feed;
  readonly #list = find(document, '#without', HTMLElement);
  #filter = '';

  constructor(api: Api, box: FilterBox, feed: Feed) {
    this.#api = api;
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
      tried.map(async (word) => ({ ...word, count: await this.#count(word.rest) })),
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

  async #count(filter: string): Promise<number> {
    return this.#api
      .json<SummaryPage>(`/_sparring/requests/summaries?limit=1&${this.#feed.selection(filter)}`)
      .then(({ matched }) => matched)
      .catch(() => 0);
  }
}
