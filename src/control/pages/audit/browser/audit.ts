import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { table } from '#pages/components/table.ts';
import { time } from '#pages/components/time.ts';
import { html, type Markup } from '#pages/html.ts';
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
  const read = () =>
    attempt(async () => {
      const given = [...new FormData(form)]
        .map(([name, value]): [string, string] => [name, String(value)])
        .filter(([, value]) => value !== '');
      const query = (limit: number) => new URLSearchParams([...given, ['limit', String(limit)]]);
      const [audit, summary] = await Promise.all([
        api.json<{ calls: Call[] }>(`/_sparring/audit?${query(MAX_CALLS)}`),
        api.json<{ uses: Use[] }>(`/_sparring/audit/uses?${query(MAX_USES)}`),
      ]);
      show(plot, plotCalls(audit.calls));
      show(uses, usesTable(summary.uses));
    });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void read();
  });
  void read();
}

function usesTable(uses: readonly Use[]): Markup {
  if (uses.length === 0) return html`<p class="soft">There is no call.</p>`;
  return table(
    'Calls by program, user and endpoint',
    ['Program', 'User', 'Call', 'Number', 'Rejected', 'Last'],
    uses.map(({ user_agent, login, method, path, count, refused, last_at }) => [
      user_agent ?? 'unknown',
      login ?? '',
      `${method} ${path}`,
      count,
      refused,
      time(last_at),
    ]),
  );
}
