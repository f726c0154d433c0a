import { announce, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { sitePath, siteUrl } from '#pages/browser/site-path.ts';
import type { Api } from '../../browser/api.ts';
import { mainOrigin } from '../../browser/main-origin.ts';
import { attempt, hideProblem, showProblem } from '../../browser/problem.ts';
import { Feed } from '../../inspector/browser/common/feed.ts';
import { binCounts, binRequests } from '../bin-view.ts';
import { enableBinForms } from './bin-forms.ts';

const MAX_REQUESTS = 20;

/** Interval of the age of the last request. */
const AGE_MS = 10_000;

/** Shows a bin with its latest requests, as they arrive, and changes it. */
export function startBin(api: Api, key: string): void {
  const counts = find(document, '#bin-counts', HTMLElement);
  const list = find(document, '#bin-requests', HTMLElement);
  const feed = new Feed(api, [], {
    changed: update,
    connected: (isConnected) =>
      isConnected ? hideProblem() : showProblem(new Error('The connection to the server is lost.')),
    failed: (problem) => {
      // Without a journal, the page has the bin, and no list.
      if (problem && problem.cause !== 'off') showProblem(new Error(problem.text));
    },
    expired: () => location.reload(),
  });
  let hadRequests = feed.entries.length > 0 || list.childElementCount > 0;

  function update(): void {
    const { entries, isStale, isComplete } = feed;
    if (isStale) return;
    const timeOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
    const { matched } = feed.counts;
    if (matched > 0 || hadRequests) {
      const first_at = isComplete ? timeOf(entries[0]?.at) : null;
      const last_at = timeOf(entries.at(-1)?.at);
      show(counts, binCounts({ entries: matched, first_at, last_at, created_at: null }, Date.now()));
    }
    show(list, binRequests(key, entries.slice(-MAX_REQUESTS).reverse()));
    if (!hadRequests && matched > 0)
      for (const sample of document.querySelectorAll('.samples [open]')) sample.removeAttribute('open');
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
  enableBinForms(api, key, feed);
  feed.open(`bin:${key}`);
  // Browsers allow six connections for each host.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) feed.pause();
    else feed.resume();
  });
  setInterval(update, AGE_MS);
}
