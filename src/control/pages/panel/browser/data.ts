import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { button } from '#pages/components/button.ts';
import { html } from '#pages/html.ts';
import type { Api } from '../../browser/api.ts';
import { attempt } from '../../browser/problem.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import { describeCounts, type Snapshot, snapshotTable } from '../panel-views.ts';
import type { Change } from './section.ts';

/** Number of records, reset and snapshots. @returns the function that reads them */
export function enableData(api: Api, change: Change): () => Promise<void> {
  find(document, '#snapshot-take', HTMLButtonElement).addEventListener('click', () =>
    change('/snapshots', 'POST'),
  );
  find(document, '#reset', HTMLButtonElement).addEventListener('click', () => void reset());
  const counts = find(document, '#data-counts', HTMLElement);
  const list = find(document, '#snapshots', HTMLElement);
  const restore = (id: number) => change(`/snapshots/${id}/restore`, 'POST');
  const remove = (id: number) => change(`/snapshots/${id}`, 'DELETE');
  const readCounts = watchResource<{ counts: Record<string, number> }>(api, '', (overview) => {
    counts.textContent = describeCounts(overview.counts);
  });
  const readSnapshots = watchResource<{ snapshots: Snapshot[] }>(api, '/snapshots', ({ snapshots }) =>
    show(list, snapshotTable(snapshots, { restore, remove })),
  );
  /** Takes a snapshot first, so that the reset can be undone. Nothing is reset without one. */
  async function reset(): Promise<void> {
    const done = find(document, '#reset-done', HTMLElement);
    await attempt(async () => {
      const { id } = await api.json<Snapshot>('/_sparring/snapshots', { method: 'POST' });
      await api.call('/_sparring/reset', { method: 'POST' });
      const onClick = async () => {
        await restore(id);
        show(done, `Snapshot ${id} is restored.`);
      };
      show(
        done,
        html`<span>The server is reset. Snapshot ${id} has the state before. ${button(`Restore snapshot ${id}`, { onClick })}</span>`,
      );
      done.hidden = false;
      done.querySelector('button')?.focus();
      await read();
    });
  }

  const read = async () => {
    await Promise.all([readCounts(), readSnapshots()]);
  };
  return read;
}
