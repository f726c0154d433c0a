import { announce, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { sitePath, siteUrl } from '#pages/browser/site-path.ts';
import { type Bin, binCounts, binRequests, filterOf, MAX_REQUESTS } from '../../bins/bin-view.ts';
import type { Api } from '../../browser/api.ts';
import { mainOrigin } from '../../browser/main-origin.ts';
import { attempt, showProblem } from '../../browser/problem.ts';
import { Feed, type FeedProblem } from '../../inspector/browser/common/feed.ts';
import { binForms } from '../bin-forms-view.ts';
import { enableBinForms } from './bin-forms.ts';

/** Interval of the age of the last request. */
const AGE_MS = 10_000;

/** Shows a bin with its latest requests, as they arrive, and changes it. */
export function startBin(api: Api, key: string): void {
  const counts = find(document, '#bin-counts', HTMLElement);
  const list = find(document, '#list', HTMLElement);
  const samples = find(document, '#samples', HTMLDetailsElement);
  const state = find(document, '#state', HTMLElement);
  const listener = {
    changed: update,
    connected: (isConnected: boolean) => {
      state.textContent = isConnected ? 'Live' : 'The connection to the server is lost.';
      state.classList.toggle('lost', !isConnected);
    },
    failed: (problem: FeedProblem | undefined) => {
      // Without a journal, the page has the bin, and no list.
      if (problem && problem.cause !== 'off') showProblem(new Error(problem.text));
    },
    expired: () => location.reload(),
  };
  const feed = new Feed(api, [], listener, { limit: MAX_REQUESTS, isRestored: false });
  let hadRequests = list.childElementCount > 0;

  function update(): void {
    const { entries, isStale, isComplete } = feed;
    if (isStale) return;
    const timeOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
    const { matched } = feed.counts;
    if (matched > 0 || hadRequests) {
      const first_at = isComplete && matched <= MAX_REQUESTS ? timeOf(entries[0]?.at) : null;
      const last_at = timeOf(entries.at(-1)?.at);
      show(counts, binCounts({ entries: matched, first_at, last_at, created_at: null }, Date.now()));
    }
    show(list, binRequests(key, entries.slice(-MAX_REQUESTS).reverse(), true));
    find(document, '#latest-only', HTMLElement).hidden = matched <= MAX_REQUESTS;
    // The first request closes them; the user can open them again.
    if (!hadRequests && matched > 0) samples.open = false;
    hadRequests ||= matched > 0;
  }

  const send = find(document, '#send-one', HTMLButtonElement);
  // The policy of the page allows requests to its own origin only.
  send.hidden = mainOrigin() !== siteUrl();
  send.addEventListener('click', () =>
    attempt(async () => {
      const response = await fetch(sitePath(`/bin/${key}`), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"hello":"world"}',
        credentials: 'omit',
      });
      announce(`Sent; the response has the status ${response.status}.`);
    }),
  );
  void attempt(async () => {
    const forms = find(document, '#bin-forms', HTMLElement);
    // A page without access to the bin has none.
    if (forms.childElementCount === 0)
      show(forms, binForms(await api.json<Bin>(`/_sparring/bins/${key}`), undefined));
    enableBinForms(api, key, feed);
  });
  feed.open(filterOf(key));
  // Browsers allow six connections for each host.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) feed.pause();
    else feed.resume();
  });
  setInterval(update, AGE_MS);
}
