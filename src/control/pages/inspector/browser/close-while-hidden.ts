import type { Feed } from './common/feed.ts';

/** Time after which a hidden tab gives up its connection: browsers allow six for each host. */
const HIDDEN_MS = 5000;

/** Closes the feed of a hidden tab, until the tab is visible. */
export function closeWhileHidden(feed: Feed): void {
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const follow = () => {
    clearTimeout(hidden);
    if (document.hidden) {
      hidden = setTimeout(() => {
        isClosed = true;
        feed.pause();
      }, HIDDEN_MS);
    } else if (isClosed) {
      isClosed = false;
      feed.resume();
    }
  };
  document.addEventListener('visibilitychange', follow);
  // A tab can be opened in the background.
  follow();
}
