import type { Api } from '../../browser/api.ts';
import { attempt, attemptRefresh } from '../../browser/problem.ts';
import { enableClock } from './clock.ts';
import { enableData } from './data.ts';
import { enableLifecycle } from './lifecycle.ts';
import { showOutbox } from './outbox.ts';
import type { Change } from './section.ts';

const REFRESH_MS = 3000;

/** Shows the part of the state that the page is about, and changes it. */
export function startPanel(api: Api): void {
  const change: Change = (path, method, body) =>
    attempt(async () => {
      await api.call(`/_sparring${path}`, { method, body });
      await show();
    });
  const show = enable(api, change);
  const refresh = () => attemptRefresh(show);
  void refresh();
  setInterval(() => {
    if (!document.hidden) void refresh();
  }, REFRESH_MS);
}

/** @returns the function that reads the state */
function enable(api: Api, change: Change): () => Promise<void> {
  if (document.querySelector('#clock')) return enableClock(api, change);
  if (document.querySelector('#snapshots')) return enableData(api, change);
  if (document.querySelector('#lifecycle')) return enableLifecycle(api, change);
  const outbox = document.querySelector('#outbox');
  if (outbox instanceof HTMLElement) return showOutbox(api, outbox);
  throw new TypeError('The page has no part of the state');
}
