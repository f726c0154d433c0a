import { button, el, table, time } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import { plural } from '#pages/plural.ts';
import type { Api } from '../../browser/api.ts';
import { attempt } from '../../browser/problem.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import type { Change } from './section.ts';

interface Snapshot {
  readonly id: number;
  readonly taken_at: string;
}

/** Number of records, reset and snapshots. @returns the function that reads them */
export function enableData(api: Api, change: Change): () => Promise<void> {
  find(document, '#snapshot-take', HTMLButtonElement).addEventListener('click', () =>
    change('/snapshots', 'POST'),
  );
  find(document, '#reset', HTMLButtonElement).addEventListener('click', () => void reset());
  const counts = find(document, '#data-counts', HTMLElement);
  const list = find(document, '#snapshots', HTMLElement);
  const readCounts = watchResource<{ counts: Record<string, number> }>(api, '', (overview) => {
    counts.textContent = Object.entries(overview.counts)
      .map(([name, count]) => plural(count, name.replaceAll('_', ' ').replace(/s$/, '')))
      .join(', ');
  });
  const readSnapshots = watchResource<{ snapshots: Snapshot[] }>(api, '/snapshots', ({ snapshots }) => {
    const rows = snapshots.map(({ id, taken_at }) => [
      String(id),
      time(taken_at),
      el(
        'span',
        { class: 'actions' },
        button('Restore', () => change(`/snapshots/${id}/restore`, 'POST'), {
          class: 'sm',
          'aria-label': `Restore snapshot ${id}`,
        }),
        button('Delete', () => change(`/snapshots/${id}`, 'DELETE'), {
          class: 'sm',
          'aria-label': `Delete snapshot ${id}`,
        }),
      ),
    ]);
    list.replaceChildren(
      rows.length === 0
        ? el('p', { class: 'soft' }, 'There is no snapshot.')
        : table('Snapshots', ['Snapshot', 'Time of the clock', 'Actions'], rows),
    );
  });
  /** Takes a snapshot first, so that the reset can be undone. Nothing is reset without one. */
  async function reset(): Promise<void> {
    const done = find(document, '#reset-done', HTMLElement);
    await attempt(async () => {
      const { id } = await api.json<Snapshot>('/_sparring/snapshots', { method: 'POST' });
      await api.call('/_sparring/reset', { method: 'POST' });
      const undo = button(`Restore snapshot ${id}`, async () => {
        await change(`/snapshots/${id}/restore`, 'POST');
        done.textContent = `Snapshot ${id} is restored.`;
      });
      done.replaceChildren(`The server is reset. Snapshot ${id} has the state before. `, undo);
      done.hidden = false;
      undo.focus();
      await read();
    });
  }

  const read = async () => {
    await Promise.all([readCounts(), readSnapshots()]);
  };
  return read;
}
