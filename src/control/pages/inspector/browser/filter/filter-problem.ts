import { el } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import { markFilter } from '../../marked-filter.ts';
import type { FeedProblem } from '../common/feed.ts';

/** What is below the filter: why it is invalid, with the wrong word marked, or why the address of the page names no entry. */
export class FilterProblem {
  readonly #element = find(document, '#filter-problem', HTMLElement);
  /** Why the address names no entry, which the server has found. */
  #link: string;

  /** @param isEntry whether the address names an entry */
  constructor(isEntry: boolean) {
    this.#link = isEntry ? this.#element.textContent : '';
  }

  /** Whether the address names an entry that the server does not have. */
  get hasLink(): boolean {
    return this.#link !== '';
  }

  /** The user has opened an entry. */
  forgetLink(): void {
    if (this.#link !== '') this.#element.textContent = '';
    this.#link = '';
  }

  show(problem: FeedProblem | undefined, filter: string): void {
    if (problem === undefined) this.#element.textContent = this.#link;
    else {
      const [before, marked, after] = problem.span ? markFilter(filter, problem.span) : [];
      const place = marked === undefined ? [] : [el('code', {}, before, el('u', {}, marked), after), ' '];
      this.#element.replaceChildren(...place, problem.text);
    }
  }
}
