import type { CallView, UseView } from '../control/audit.ts';
import { toTable } from './table.ts';
import type { Terminal } from './terminal.ts';

/** A line for each program, user and application, the busiest of late first, whatever the calls were. */
export function toUsesText(uses: readonly UseView[], terminal: Pick<Terminal, 'bold'>): string {
  const together = Map.groupBy(uses, ({ user_agent, login, client_id }) =>
    JSON.stringify([user_agent, login, client_id]),
  );
  const rows = [...together.values()].map((alike) => {
    const [first] = alike;
    const sum = (name: 'count' | 'refused') => alike.reduce((total, use) => total + use[name], 0);
    return [
      first?.user_agent ?? NONE,
      first?.login ?? NONE,
      first?.client_id ?? NONE,
      String(sum('count')),
      String(sum('refused')),
      // They come with the latest first.
      first?.last_at ?? NONE,
    ];
  });
  return toTable(['PROGRAM', 'USER', 'APPLICATION', 'CALLS', 'REFUSED', 'LAST'], rows, terminal);
}

export function toCallsText(calls: readonly CallView[], terminal: Pick<Terminal, 'bold'>): string {
  const rows = calls.map((call) => [
    call.last_at,
    String(call.status),
    call.count === 1 ? '' : `${call.count}x`,
    call.method,
    call.path,
    call.user_agent ?? NONE,
    call.login ?? NONE,
    call.client_id ?? NONE,
    call.address,
  ]);
  const names = ['TIME', 'STATUS', '', 'METHOD', 'PATH', 'PROGRAM', 'USER', 'APPLICATION', 'ADDRESS'];
  return toTable(names, rows, terminal);
}

const NONE = '-';
