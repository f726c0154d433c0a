import { byId, find } from '#pages/browser/elements.ts';
import { countOf, formatClock, formatCount } from '../../request-cells.ts';
import type { Feed, FeedCounts, FeedProblem } from '../common/feed.ts';
import type { RequestList } from './request-list.ts';

export interface StatusOptions {
  readonly feed: Feed;
  readonly list: RequestList;
  state(): { readonly isPaused: boolean; readonly waiting: number };
  /** Explains a filter that matches nothing. */
  explain(filter: string): void;
}

/** Time for which the line says how many requests came while the connection was lost. */
const MISSED_MS = 30_000;

/** The server keeps so many entries of own pages at least. */
const MAX_OWN = 100;

/** The connection, what the list counts, and the text in place of an empty list. */
export class StatusLine {
  readonly #state = byId('state');
  readonly #count = byId('count');
  readonly #retry = find(document, '#retry', HTMLButtonElement);
  readonly #own = find(document, '#own', HTMLButtonElement);
  readonly #options: StatusOptions;
  #connection: 'connecting' | 'live' | 'lost' = 'connecting';
  /** When the connection was lost, and what the page had. */
  #lost: { readonly at: number; readonly counts: FeedCounts } | undefined;
  /** Number of requests that came while it was lost. */
  #missed = 0;
  #retryAt = 0;
  #problem: FeedProblem | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StatusOptions) {
    this.#options = options;
    const { feed } = options;
    this.#own.addEventListener('click', () => feed.open(feed.filter, !feed.showsOwn));
    // Connects again at once.
    this.#retry.addEventListener('click', () => feed.resume());
  }

  setConnection(isConnected: boolean, retryAt = 0): void {
    const { counts } = this.#options.feed;
    if (!isConnected && this.#connection !== 'lost') this.#lost = { at: Date.now(), counts };
    const lost = this.#lost;
    if (isConnected && lost) {
      // After a restart of the server, all requests are new.
      const isSame = lost.counts.run === counts.run;
      this.#missed = isSame ? Math.max(0, counts.total - lost.counts.total) : 0;
      this.#lost = undefined;
      setTimeout(() => {
        this.#missed = 0;
        this.show();
      }, MISSED_MS);
    }
    this.#connection = isConnected ? 'live' : 'lost';
    this.#retryAt = retryAt;
    this.show();
  }

  setProblem(problem: FeedProblem | undefined): void {
    this.#problem = problem;
    this.show();
  }

  show(): void {
    const { feed, state } = this.#options;
    const { isPaused } = state();
    const { dropped, own, oldest } = feed.counts;
    const isLost = this.#connection === 'lost';
    const isOff = this.#problem?.cause === 'off';
    this.#state.classList.toggle('lost', isLost);
    this.#state.classList.toggle('paused', !isLost && isPaused);
    this.#state.classList.toggle('off', isOff || (!isLost && this.#connection === 'connecting'));
    this.#retry.hidden = !isLost;
    this.#setText(this.#state, isOff ? 'The journal is off' : this.#describeConnection());
    this.#setText(this.#count, isOff ? '' : this.#describeCount());
    byId('own-count').hidden = own === 0;
    const number = own < MAX_OWN ? formatCount(own) : `${formatCount(own)}+`;
    this.#setText(this.#own, feed.showsOwn ? 'hide own pages' : `own pages hidden: ${number}, show`);
    find(document, '.panes', HTMLElement).classList.toggle('greyed', this.#problem?.cause === 'filter');
    this.#enableTools(feed.entries.length > 0);
    this.#showEmpty(feed);
    const end = byId('dropped');
    end.hidden = dropped === 0;
    this.#setText(
      end,
      `Requests before #${oldest} were dropped: the server has removed ${formatCount(dropped)} to stay within its limits (--journal, --journal-size).`,
    );
    clearTimeout(this.#timer);
    if (isLost) this.#timer = setTimeout(() => this.show(), 500);
  }

  /** Without a request, nothing can be saved or paused. */
  #enableTools(hasEntries: boolean): void {
    const pause = find(document, '#pause', HTMLButtonElement);
    pause.disabled = !hasEntries && pause.ariaPressed !== 'true';
    find(document, '#save-har', HTMLButtonElement).disabled = !hasEntries;
  }

  #showEmpty(feed: Feed): void {
    const { filter, counts } = feed;
    const { total } = counts;
    const isEmpty =
      feed.entries.length === 0 && feed.lost.length === 0 && !feed.isStale && this.#problem === undefined;
    byId('empty').hidden = !isEmpty;
    if (!isEmpty) return;
    const noMatch = byId('no-match');
    noMatch.hidden = filter === '' || total === 0;
    byId('no-request').hidden = !noMatch.hidden;
    const text =
      total === 1 ? 'The only request does not match.' : `None of ${formatCount(total)} requests matches.`;
    this.#setText(find(noMatch, 'strong', HTMLElement), text);
    if (!noMatch.hidden) this.#options.explain(filter);
  }

  /** How many requests the list has, or why they are not those of the filter. */
  #describeCount(): string {
    const { feed, list } = this.#options;
    const { filter, counts } = feed;
    const { matched, total } = counts;
    const { chosen } = list;
    const all = countOf(Math.max(total, matched), 'request');
    const count = filter === '' ? countOf(matched, 'request') : `${formatCount(matched)} of ${all}`;
    return [
      this.#problem === undefined
        ? total === 0 && matched === 0
          ? 'No request yet'
          : count
        : this.#describeProblem(),
      ...(this.#missed > 0 ? [`${this.#missed} while away`] : []),
      ...(chosen.length > 0 ? [`${chosen.length} selected`] : []),
    ].join(' · ');
  }

  /** In place of the number of requests. */
  #describeProblem(): string {
    if (this.#problem?.cause !== 'filter') return 'Not connected';
    const hasEarlier = this.#options.feed.counts.run !== '';
    return hasEarlier ? 'Showing the last valid filter' : 'The filter is not valid';
  }

  #describeConnection(): string {
    const { isPaused, waiting } = this.#options.state();
    if (this.#connection === 'lost') {
      const seconds = Math.max(0, Math.ceil((this.#retryAt - Date.now()) / 1000));
      const last = this.#options.feed.entries.at(-1);
      const since = formatClock(this.#lost?.at ?? Date.now()).slice(0, 8);
      return `Connection lost ${since}${last ? `, last request #${last.id}` : ''}; next try in ${seconds} s`;
    }
    if (isPaused) return `Paused, ${waiting} new`;
    return this.#connection === 'live' ? 'Live' : 'Connecting…';
  }

  #setText(element: HTMLElement, text: string): void {
    if (element.textContent !== text) element.textContent = text;
  }
}
