import { find } from '#pages/browser/elements.ts';
import { showFieldError } from '#pages/browser/field-error.ts';
import { show } from '#pages/browser/show.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import { addToasts } from '#pages/browser/toasts.ts';
import type { Api } from '../../browser/api.ts';
import { readComposedResponse } from '../../browser/composed-response.ts';
import { mainOrigin } from '../../browser/main-origin.ts';
import { attempt, attemptRefresh } from '../../browser/problem.ts';
import { type Bin, binList } from '../bin-view.ts';
import { removeBin } from './bin-removal.ts';

const REFRESH_MS = 3000;

/** Shows all bins, deletes them, and makes new ones. */
export function startBins(api: Api): void {
  const respond = readComposedResponse(location.hash);
  const fragment = respond === undefined ? '' : location.hash;
  find(document, '#composed', HTMLElement).hidden = respond === undefined;
  const list = find(document, '#bins', HTMLElement);
  const name = find(document, '#new-name', HTMLInputElement);
  const toasts = addToasts();

  async function read(): Promise<void> {
    const { bins } = await api.json<{ bins: Bin[] }>('/_sparring/bins');
    const options = { origin: mainOrigin(), now: Date.now(), fragment, onDelete: remove };
    show(list, binList(bins, options));
  }

  function remove({ key }: Bin): void {
    void attempt(async () => {
      const restore = await removeBin(api, key);
      await read();
      toasts.show({
        text: `Bin ${key} is deleted.`,
        onUndo: () =>
          attempt(async () => {
            await restore();
            await read();
          }),
      });
    });
  }

  find(document, '#new-bin', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const key = name.value.trim() || newKey();
    api
      .call(`/_sparring/bins/${encodeURIComponent(key)}`, { method: 'PUT', body: { every_path: true } })
      .then(() => location.assign(sitePath(`/_sparring/bins/${key}${fragment}`)))
      .catch((error: unknown) => {
        showFieldError(name, error instanceof Error ? error.message : String(error));
        name.focus();
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
