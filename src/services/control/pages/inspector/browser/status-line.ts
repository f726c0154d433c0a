import { find } from '../../../../../http/pages/browser/elements.ts';
import { describeLostEntries } from '../../../../../journal/reading/lost-workers.ts';
import { toClock } from '../request-cells.ts';
import type { Feed } from './feed.ts';

export interface StatusOptions {
  readonly feed: Feed;
  state(): {
    readonly isPaused: boolean;
    readonly waiting: number;
    readonly filter: string;
    readonly chosen: readonly number[];
  };
  filter(text: string): void;
  /** Connects again at once. */
  retry(): void;
}

/** The line that says what the list has, and the text in place of an empty list. */
export class StatusLine {
  readonly #state = find(document, '#state', HTMLElement);
  readonly #own = find(document, '#own', HTMLButtonElement);
  readonly #options: StatusOptions;
  #connection: 'connecting' | 'live' | 'lost' = 'connecting';
  #lostAt = 0;
  #retryAt = 0;
  #problem: string | undefined;
  #isOff = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StatusOptions) {
    this.#options = options;
    this.#own.addEventListener('click', () => {
      const { feed } = options;
      feed.open(options.state().filter, !feed.showsOwn);
    });
    this.#state.addEventListener('click', () => {
      if (this.#connection === 'lost') options.retry();
    });
  }

  setConnection(isConnected: boolean, retryAt = 0): void {
    if (!isConnected && this.#connection !== 'lost') this.#lostAt = Date.now();
    this.#connection = isConnected ? 'live' : 'lost';
    this.#retryAt = retryAt;
    this.show();
  }

  setProblem(problem: string | undefined, isOff: boolean): void {
    this.#problem = problem;
    this.#isOff = isOff;
    this.show();
  }

  show(): void {
    const { feed, state } = this.#options;
    const { filter, chosen } = state();
    const { matched, total, dropped, own, oldest, lost = [] } = feed.counts;
    const isLost = this.#connection === 'lost';
    this.#state.classList.toggle('lost', isLost);
    const requests = (count: number) => `${count} ${count === 1 ? 'request' : 'requests'}`;
    const count = filter === '' ? requests(matched) : `${matched} of ${requests(Math.max(total, matched))}`;
    if (this.#isOff) this.#setText(this.#state, 'The journal is off');
    else
      this.#setText(
        this.#state,
        [
          this.#describeConnection(),
          this.#problem === undefined ? count : 'showing the last valid filter',
          ...(chosen.length > 0 ? [`${chosen.length} selected`] : []),
        ].join(' · '),
      );
    this.#own.hidden = own === 0;
    this.#setText(this.#own, feed.showsOwn ? 'hide own pages' : `own pages hidden: ${own}, show`);
    find(document, '.panes', HTMLElement).classList.toggle('greyed', this.#problem !== undefined);
    this.#showEmpty(feed, filter, total);
    const end = find(document, '#dropped', HTMLElement);
    end.hidden = dropped === 0;
    this.#setText(
      end,
      `Requests before #${oldest} were dropped: the server has removed ${dropped} to stay within its limits (--journal, --journal-size).`,
    );
    const lostWorkers = find(document, '#lost-workers', HTMLElement);
    lostWorkers.hidden = lost.length === 0;
    this.#setText(lostWorkers, lost.map(describeLostEntries).join(' '));
    clearTimeout(this.#timer);
    if (isLost) this.#timer = setTimeout(() => this.show(), 500);
  }

  #showEmpty(feed: Feed, filter: string, total: number): void {
    const isEmpty = feed.entries.length === 0 && !feed.isStale && this.#problem === undefined;
    find(document, '#empty', HTMLElement).hidden = !isEmpty;
    if (!isEmpty) return;
    const noMatch = find(document, '#no-match', HTMLElement);
    noMatch.hidden = filter === '' || total === 0;
    find(document, '#no-request', HTMLElement).hidden = !noMatch.hidden;
    const text = total === 1 ? 'The only request does not match.' : `None of ${total} requests matches.`;
    this.#setText(find(noMatch, 'strong', HTMLElement), text);
  }

  #describeConnection(): string {
    const { isPaused, waiting } = this.#options.state();
    if (this.#connection === 'lost') {
      const seconds = Math.max(0, Math.ceil((this.#retryAt - Date.now()) / 1000));
      return `Connection lost ${toClock(this.#lostAt).slice(0, 8)}; retry in ${seconds} s`;
    }
    if (isPaused) return `Paused, ${waiting} new`;
    return this.#connection === 'live' ? 'Live' : 'Connecting…';
  }

  #setText(element: HTMLElement, text: string): void {
    if (element.textContent !== text) element.textContent = text;
  }
}
