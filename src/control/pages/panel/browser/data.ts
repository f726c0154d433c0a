import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { button } from '#pages/components/button.ts';
import { table } from '#pages/components/table.ts';
import { time } from '#pages/components/time.ts';
import { html } from '#pages/html.ts';
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
    const action = (label: string, id: number, onClick: () => unknown) =>
      button(label, { isSmall: true, 'aria-label': `${label} snapshot ${id}`, onClick });
    const rows = snapshots.map(({ id, taken_at }) => [
      id,
      time(taken_at),
      html`
        <span class="actions">
          ${action('Restore', id, () => change(`/snapshots/${id}/restore`, 'POST'))}
          ${action('Delete', id, () => change(`/snapshots/${id}`, 'DELETE'))}
        </span>`,
    ]);
    show(
      list,
      rows.length === 0
        ? html`<p class="soft">There is no snapshot.</p>`
        : table('Snapshots', ['Snapshot', 'Time of the clock', 'Actions'], rows),
    );
  });
  /** Takes a snapshot first, so that the reset can be undone. Nothing is reset without one. */
  async function reset(): Promise<void> {
    const done = find(document, '#reset-done', HTMLElement);
    await attempt(async () => {
      const { id } = await api.json<Snapshot>('/_sparring/snapshots', { method: 'POST' });
      await api.call('/_sparring/reset', { method: 'POST' });
      const onClick = async () => {
        await change(`/snapshots/${id}/restore`, 'POST');
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
