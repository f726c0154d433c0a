import { button, el, table } from '../../../../http/pages/browser/dom.ts';
import { find } from '../../../../http/pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { type Change, watchResource } from './section.ts';

interface Fault {
  readonly id: number;
  readonly match: Readonly<Record<string, unknown>>;
  readonly effect: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly applied: number;
}

/** @returns the function that reads the rules */
export function enableFaults(api: Api, change: Change): () => Promise<void> {
  const form = find(document, '#fault-form', HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void change('/faults', 'POST', toRule(new FormData(form)));
  });
  find(document, '#faults-clear', HTMLButtonElement).addEventListener('click', () =>
    change('/faults', 'DELETE'),
  );
  const list = find(document, '#faults', HTMLElement);
  return watchResource<{ faults: Fault[] }>(api, '/faults', ({ faults }) => {
    const rows = faults.map(({ id, match, effect, count, applied }) => [
      String(id),
      describe(match) || 'every call',
      describe(effect),
      count === 0 ? `${applied}, without limit` : `${applied} of ${count}`,
      button('Remove', () => change(`/faults/${id}`, 'DELETE'), {
        class: 'small',
        'aria-label': `Remove fault ${id}`,
      }),
    ]);
    list.replaceChildren(
      rows.length === 0
        ? el('p', { class: 'soft' }, 'There is no fault.')
        : table('Faults', ['Fault', 'Calls', 'Effect', 'Applied', 'Action'], rows),
    );
  });
}

function describe(members: Readonly<Record<string, unknown>>): string {
  return Object.entries(members)
    .map(([name, value]) => (value === true ? name : `${name} ${value}`))
    .join(', ');
}

function toRule(values: FormData): object {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const match = ['path', 'method', 'login'].flatMap((name) =>
    text(name) === '' ? [] : [[name, text(name)]],
  );
  const effect = text('effect');
  const hasValue = effect === 'status' || effect === 'delay';
  return {
    match: Object.fromEntries(match),
    effect: { [effect]: hasValue ? Number(text('value')) : true },
    count: Number(text('count')),
  };
}
