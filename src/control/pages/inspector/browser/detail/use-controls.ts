import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { pathOf } from '#control/pages/browser/rule-view.ts';
import { button, el } from '#pages/browser/dom.ts';
import { announce } from '#pages/browser/elements.ts';
import type { Exchange } from '../../entry.ts';
import { drop } from '../common/drop.ts';

/** The menu with what can be done with a request: a rule that responds in the same way, comparisons, and filters. */
export function useControls(
  api: Api,
  exchange: Exchange,
  output: HTMLElement,
  filter: (text: string) => void,
  comparisons: readonly HTMLElement[],
): HTMLElement[] {
  const { id, request, connection } = exchange;
  const path = request.target.split('?')[0] ?? '';
  const choices: readonly (readonly [label: string, filter: string])[] = [
    ['Only this path', `path:${quote(exchange.bin === null ? path : path.replace(/^\/bin\/[^/]+/, ''))}`],
    ['Only this method', `method:${request.method}`],
    ['Only this client', `client:${quote(connection.remote.replace(/:\d+$/, ''))}`],
    ['Only this connection', `connection:${connection.id}`],
    ['Hide this path', `-path:${quote(path)}`],
  ];
  return drop(
    'Use ▾',
    { 'aria-label': 'Use the request' },
    button('Answer like this', () => answer(api, exchange, output)),
    el('a', { class: 'btn', href: `/_sparring/panel/rules#request-${id}` }, 'Edit as a rule'),
    ...comparisons,
    ...choices.map(([label, value]) => button(label, () => filter(value))),
  );
}

function quote(text: string): string {
  return /[\s"]/.test(text) ? `"${text.replaceAll(/(["\\])/g, '\\$1')}"` : text;
}

/** Adds a rule that sends the recorded response again, in the bin of the request, and offers to remove it. */
function answer(api: Api, { id, bin }: Exchange, output: HTMLElement): Promise<void> {
  return attempt(async () => {
    const { ids, left_out } = await api.json<{ ids: string[]; left_out: { reason: string }[] }>(
      '/_sparring/rules/import',
      { method: 'POST', body: { requests: [id], ...(bin !== null && { bin }) } },
    );
    const [rule] = ids;
    if (rule === undefined) {
      output.replaceChildren(el('p', { class: 'err' }, `No rule: ${left_out[0]?.reason ?? 'no response'}.`));
      return;
    }
    const undo = async () => {
      const path = `/_sparring${pathOf({ id: rule, ...(bin !== null && { bin }) })}`;
      await attempt(async () => api.call(path, { method: 'DELETE' }));
      output.replaceChildren();
    };
    announce(`The rule ${rule} answers such requests like this.`);
    output.replaceChildren(
      el(
        'p',
        { class: 'actions' },
        `The rule ${rule} answers such requests like this.`,
        button('Undo', undo, { class: 'sm' }),
      ),
    );
  });
}
