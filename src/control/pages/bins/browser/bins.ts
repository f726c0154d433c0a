import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import type { Api } from '../../browser/api.ts';
import { readComposedResponse } from '../../browser/composed-response.ts';
import { attempt, attemptRefresh } from '../../browser/problem.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import { type Bin, binTable } from '../bin-view.ts';

const REFRESH_MS = 3000;

/** Shows all bins, and makes new ones. */
export function startBins(api: Api): void {
  const respond = readComposedResponse(location.hash);
  find(document, '#composed', HTMLElement).hidden = respond === undefined;
  const list = find(document, '#bins', HTMLElement);
  const read = watchResource<{ bins: Bin[] }>(api, '/bins', ({ bins }) =>
    show(list, binTable(bins, respond === undefined ? '' : location.hash)),
  );
  find(document, '#new-bin', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(async () => {
      const key = newKey();
      await api.call(`/_sparring/bins/${key}`, { method: 'PUT', body: { every_path: true } });
      location.assign(sitePath(`/_sparring/bins/${key}${respond === undefined ? '' : location.hash}`));
    });
  });
  void attemptRefresh(read);
  setInterval(() => {
    if (!document.hidden) void attemptRefresh(read);
  }, REFRESH_MS);
}

/** 8 hexadecimal digits. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
