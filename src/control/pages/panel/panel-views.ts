import { button } from '#pages/components/button.ts';
import { table } from '#pages/components/table.ts';
import { time } from '#pages/components/time.ts';
import { html, type Markup } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';

/** The clock, as `GET /_sparring/clock` returns it. */
export interface ClockState {
  readonly now: string;
  readonly mode: string;
}

export function clockView({ now, mode }: ClockState): Markup {
  return html`<span>${time(now)} <span class="tag">${mode}</span></span>`;
}

/** Numbers of records by their names, as `GET /_sparring` returns them, in words. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => plural(count, name.replaceAll('_', ' ').replace(/s$/, '')))
    .join(', ');
}

/** A snapshot, as `GET /_sparring/snapshots` returns it. */
export interface Snapshot {
  readonly id: number;
  readonly taken_at: string;
}

/** What the buttons of snapshots do, in browsers. */
interface SnapshotActions {
  restore(id: number): unknown;
  remove(id: number): unknown;
}

export function snapshotTable(snapshots: readonly Snapshot[], actions?: SnapshotActions): Markup {
  if (snapshots.length === 0) return html`<p class="soft">There is no snapshot.</p>`;
  const action = (label: string, id: number, onClick?: (id: number) => unknown) =>
    button(label, {
      isSmall: true,
      class: 'scripted',
      'aria-label': `${label} snapshot ${id}`,
      onClick: () => onClick?.(id),
    });
  const rows = snapshots.map(({ id, taken_at }) => [
    id,
    time(taken_at),
    html`<span class="actions">${action('Restore', id, actions?.restore)} ${action('Delete', id, actions?.remove)}</span>`,
  ]);
  return table('Snapshots', ['Snapshot', 'Time of the clock', 'Actions'], rows);
}

/** A message, as `GET /_sparring/outbox` returns it. */
export interface OutboxMessage {
  readonly login: string;
  readonly channel: string;
  readonly to: string;
  readonly text: string;
  readonly code: string | null;
  readonly sent_at: string;
}

/** Number of messages that the page shows. */
export const MAX_MESSAGES = 50;

export function messageTable(messages: readonly OutboxMessage[]): Markup {
  if (messages.length === 0) return html`<p class="soft">There is no message.</p>`;
  const rows = messages.map(({ login, channel, to, text, code, sent_at }) => [
    time(sent_at),
    login,
    `${channel} to ${to}`,
    text,
    code,
  ]);
  return table('Messages', ['Sent', 'User', 'Recipient', 'Text', 'Unused code'], rows);
}
