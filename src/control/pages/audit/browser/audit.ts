import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import type { Api } from '../../browser/api.ts';
import { attempt } from '../../browser/problem.ts';
import { type Call, MAX_CALLS, MAX_USES, plotCalls, type Use, usesTable } from '../audit-views.ts';

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
