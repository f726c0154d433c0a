import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { html } from '#pages/html.ts';
import { parseField } from '#testing/builder/response/respond.ts';
import type { Api } from '../../browser/api.ts';
import { attempt } from '../../browser/problem.ts';

/** Explains which rules apply to a request. No count changes. */
export function enableExplain(api: Api): void {
  const form = find(document, '#explain-form', HTMLFormElement);
  const output = find(document, '#explanation', HTMLElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? '');
    const body = {
      method: text('method').trim(),
      target: text('target').trim(),
      headers: toHeaderObject(
        text('headers')
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map(parseField),
      ),
      ...(text('body') !== '' && { body: text('body') }),
    };
    void attempt(async () => {
      const path = '/_sparring/rules/explain';
      const explained = await api.json<{ text: string }>(path, { method: 'POST', body });
      show(output, html`<pre>${explained.text}</pre>`);
    });
  });
}

/** Names with a list of values. */
function toHeaderObject(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const values = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.map(([, value]) => value)]));
}
