import { announce, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { sitePath, siteUrl } from '#pages/browser/site-path.ts';
import type { Api } from '../../browser/api.ts';
import { mainOrigin } from '../../browser/main-origin.ts';
import { attempt, attemptRefresh } from '../../browser/problem.ts';
import type { RequestRow } from '../../requests/request-rows.ts';
import { type Bin, binCounts, binRequests } from '../bin-view.ts';
import { enableBinForms } from './bin-forms.ts';

const REFRESH_MS = 2000;

const MAX_REQUESTS = 20;

/** Shows a bin with its latest requests, and changes it. */
export function startBin(api: Api, key: string): void {
  const path = `/_sparring/bins/${key}`;
  const counts = find(document, '#bin-counts', HTMLElement);
  const list = find(document, '#bin-requests', HTMLElement);
  let latest = '';

  async function refresh(): Promise<void> {
    const bin = await api.json<Bin>(path);
    const state = JSON.stringify([bin.entries, bin.last_at]);
    if (state === latest) return;
    latest = state;
    show(counts, binCounts(bin));
    const query = new URLSearchParams({ bin: key, limit: String(MAX_REQUESTS) });
    const { requests } = await api.json<{ requests: RequestRow[] }>(`/_sparring/requests/summaries?${query}`);
    show(list, binRequests(requests));
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
      await refresh();
    }),
  );
  enableBinForms(api, key);
  void attemptRefresh(refresh);
  setInterval(() => {
    if (!document.hidden && !document.body.classList.contains('deleted')) void attemptRefresh(refresh);
  }, REFRESH_MS);
}
