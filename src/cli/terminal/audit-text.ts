import type { CallView, UseView } from '#control/operations/server/audit.ts';
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';

/** One line for each program, user and application, in the order of the last call. */
export function formatUses(uses: readonly UseView[], terminal: Pick<Terminal, 'bold'>): string {
  const groups = Map.groupBy(uses, ({ user_agent, login, client_id }) =>
    JSON.stringify([user_agent, login, client_id]),
  );
  const rows = [...groups.values()].map((group) => {
    const [first] = group;
    const sum = (name: 'count' | 'refused') => group.reduce((total, use) => total + use[name], 0);
    return [
      first?.user_agent ?? NONE,
      first?.login ?? NONE,
      first?.client_id ?? NONE,
      String(sum('count')),
      String(sum('refused')),
      // The uses are in descending order of time.
      first?.last_at ?? NONE,
    ];
  });
  return formatTable(['PROGRAM', 'USER', 'APPLICATION', 'CALLS', 'REFUSED', 'LAST'], rows, terminal);
}

export function formatCalls(calls: readonly CallView[], terminal: Pick<Terminal, 'bold'>): string {
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
  return formatTable(names, rows, terminal);
}

const NONE = '-';
