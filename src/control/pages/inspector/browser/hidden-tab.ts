import type { Feed } from './common/feed.ts';

/** Time after which a hidden tab gives up its connection: browsers allow six for each host. */
const HIDDEN_MS = 5000;

/** Interval of the counts of a hidden tab. */
const COUNT_MS = 5000;

/** Closes the feed of a hidden tab until the tab is visible. Meanwhile, the title has the number of new requests. */
export class HiddenTab {
  readonly #feed: Feed;
  readonly #title = document.title;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  watch(): void {
    document.addEventListener('visibilitychange', () => this.#follow());
    // A tab can be opened in the background.
    this.#follow();
  }

  #follow(): void {
    clearTimeout(this.#timer);
    document.title = this.#title;
    if (document.hidden) {
      const { total } = this.#feed.counts;
      this.#timer = setTimeout(() => {
        this.#isClosed = true;
        this.#feed.pause();
        void this.#count(total);
      }, HIDDEN_MS);
    } else if (this.#isClosed) {
      this.#isClosed = false;
      this.#feed.resume();
    }
  }

  async #count(before: number): Promise<void> {
    const counts = await this.#feed.count('');
    if (!document.hidden) return;
    const count = (counts?.total ?? before) - before;
    document.title = count > 0 ? `(${count}) ${this.#title}` : this.#title;
    this.#timer = setTimeout(() => void this.#count(before), COUNT_MS);
  }
}
