import { byId } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { filterProblem } from '../../filter-bar.ts';
import type { Feed, FeedProblem } from '../common/feed.ts';
import { type FilterBox, PAUSE_MS } from './filter-box.ts';

/** What is below the filter: why it is invalid, with the wrong word marked, or why the address of the page names no entry. */
export class FilterProblem {
  readonly #element = byId('filter-problem');
  /** Why the address names no entry, which the server has found. */
  #link: string;
  /** Whether the text is that of the script. */
  #isRendered = false;
  readonly #box: FilterBox;
  readonly #feed: Feed;
  #problem: FeedProblem | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isEntry whether the address names an entry */
  constructor(isEntry: boolean, box: FilterBox, feed: Feed) {
    this.#box = box;
    this.#feed = feed;
    this.#link = isEntry ? this.#element.textContent : '';
  }

  /** Whether the address names an entry that the server does not have. */
  get hasLink(): boolean {
    return this.#link !== '';
  }

  /** The user has opened an entry. */
  forgetLink(): void {
    if (this.#link === '') return;
    this.#link = '';
    this.#show(undefined);
  }

  /** Takes the problem of the list; undefined without one. A server without a journal has a text of its own. */
  set(problem: FeedProblem | undefined): void {
    this.#problem = problem?.cause === 'off' ? undefined : problem;
    this.settle();
  }

  /** Shows the problem, when the user does not type. */
  settle(): void {
    clearTimeout(this.#timer);
    if (this.#problem && this.#box.isTyping) {
      this.#timer = setTimeout(() => this.settle(), PAUSE_MS / 4);
      return;
    }
    this.#show(this.#problem);
    this.#box.setInvalid(this.#problem?.cause === 'filter');
  }

  #show(problem: FeedProblem | undefined): void {
    if (!this.#isRendered) this.#element.replaceChildren();
    this.#isRendered = true;
    // Rows must not move while the user types.
    this.#element.classList.toggle('floating', problem !== undefined);
    show(
      this.#element,
      problem ? filterProblem(this.#feed.filter, problem.span, problem.text) : this.#link || null,
    );
  }
}
