import { find, showScriptedElements } from '#pages/browser/elements.ts';
import { enableShell } from '#pages/browser/shell.ts';
import { show } from '#pages/browser/show.ts';
import { Api, ApiError } from '../../browser/api.ts';
import { attemptRefresh } from '../../browser/problem.ts';
import type { RequestRow } from '../../requests/request-rows.ts';
import { MAX_REQUESTS, MAX_USES, type Overview, overviewView } from '../overview-view.ts';

const REFRESH_MS = 3000;

const api = new Api();
enableShell();
void api.ready().then(() => {
  showScriptedElements();
  void attemptRefresh(refresh);
  setInterval(() => {
    if (!document.hidden) void attemptRefresh(refresh);
  }, REFRESH_MS);
});

async function refresh(): Promise<void> {
  const [overview, requests, uses] = await Promise.all([
    api.json<Overview>('/_sparring'),
    readRows(MAX_REQUESTS),
    readRows(MAX_USES, '&filter=rule:*'),
  ]);
  show(find(document, '#overview', HTMLElement), overviewView(overview, { requests, uses }, Date.now()));
}

async function readRows(limit: number, filter = ''): Promise<readonly RequestRow[]> {
  try {
    const path = `/_sparring/requests/summaries?limit=${limit}${filter}`;
    return (await api.json<{ requests: RequestRow[] }>(path)).requests;
  } catch (error) {
    // The journal is off.
    if (error instanceof ApiError && error.status === 409) return [];
    throw error;
  }
}
