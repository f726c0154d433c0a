import { el, table, time } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { attempt } from '../../browser/problem.ts';
import { type Call, plotCalls } from './plot.ts';

interface Use {
  readonly user_agent: string | null;
  readonly login: string | null;
  readonly method: string;
  readonly path: string;
  readonly count: number;
  readonly refused: number;
  readonly last_at: string;
}

const MAX_CALLS = 10_000;
const MAX_USES = 200;

/** Shows the calls that match the form. */
export function startAudit(api: Api): void {
  const form = find(document, '#audit-filter', HTMLFormElement);
  const [plot, uses] = [find(document, '#plot', HTMLElement), find(document, '#uses', HTMLElement)];
  const show = () =>
    attempt(async () => {
      const given = [...new FormData(form)]
        .map(([name, value]): [string, string] => [name, String(value)])
        .filter(([, value]) => value !== '');
      const query = (limit: number) => new URLSearchParams([...given, ['limit', String(limit)]]);
      const [audit, summary] = await Promise.all([
        api.json<{ calls: Call[] }>(`/_sparring/audit?${query(MAX_CALLS)}`),
        api.json<{ uses: Use[] }>(`/_sparring/audit/uses?${query(MAX_USES)}`),
      ]);
      plot.replaceChildren(...plotCalls(audit.calls));
      uses.replaceChildren(usesTable(summary.uses));
    });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void show();
  });
  void show();
}

function usesTable(uses: readonly Use[]): HTMLElement {
  if (uses.length === 0) return el('p', { class: 'soft' }, 'There is no call.');
  return table(
    'Calls by program, user and endpoint',
    ['Program', 'User', 'Call', 'Number', 'Rejected', 'Last'],
    uses.map(({ user_agent, login, method, path, count, refused, last_at }) => [
      user_agent ?? 'unknown',
      login ?? '',
      `${method} ${path}`,
      String(count),
      String(refused),
      time(last_at),
    ]),
  );
}
