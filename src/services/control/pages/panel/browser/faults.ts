import { button, el, table } from '../../../../../http/pages/browser/dom.ts';
import { find } from '../../../../../http/pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { type Change, watchResource } from './section.ts';

interface Fault {
  readonly id: number;
  readonly match: Readonly<Record<string, unknown>>;
  readonly effect: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly applied: number;
  readonly probability: number;
  readonly toxicity: number;
}

/** Examples of the effects that have a value. */
const VALUES: Readonly<Record<string, string>> = {
  status: '503',
  fault: 'reset@headers',
  delay: '0.5',
  dribble: '5,2',
};

/** @returns the function that reads the rules */
export function enableFaults(api: Api, change: Change): () => Promise<void> {
  const form = find(document, '#fault-form', HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void change('/faults', 'POST', toRule(new FormData(form)));
  });
  const [effect, value] = [
    find(form, '[name=effect]', HTMLSelectElement),
    find(form, '[name=value]', HTMLInputElement),
  ];
  effect.addEventListener('change', () => {
    const example = VALUES[effect.value];
    value.value = example ?? '';
    value.disabled = example === undefined;
  });
  find(document, '#faults-clear', HTMLButtonElement).addEventListener('click', () =>
    change('/faults', 'DELETE'),
  );
  const list = find(document, '#faults', HTMLElement);
  return watchResource<{ faults: Fault[] }>(api, '/faults', ({ faults }) => {
    const rows = faults.map(({ id, match, effect, count, applied, ...shares }) => [
      String(id),
      describe(match) || 'every call',
      describe(effect),
      `${applied}${count === 0 ? ', without limit' : ` of ${count}`}${describeShares(shares)}`,
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
    .map(([name, value]) => (value === true ? name : `${name} ${toText(value)}`))
    .join(', ');
}

function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${toText(inner)}`)
    .join(', ');
}

function describeShares({ probability, toxicity }: Pick<Fault, 'probability' | 'toxicity'>): string {
  const shares = [
    ...(probability < 1 ? [`${probability * 100} % of the calls`] : []),
    ...(toxicity < 1 ? [`${toxicity * 100} % of the connections`] : []),
  ];
  return shares.length === 0 ? '' : `, for ${shares.join(' and ')}`;
}

function toRule(values: FormData): object {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const match = ['path', 'method', 'bin'].flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]));
  const effect = text('effect');
  return {
    match: { ...Object.fromEntries(match), ...toHeaders(text('header')), ...toCaller(text('login')) },
    effect: { [effect]: effect in VALUES ? toValue(text('value')) : true },
    count: Number(text('count')),
    probability: Number(text('probability')),
    toxicity: Number(text('toxicity')),
  };
}

/** The condition for a header, from its name or from its name and value. */
function toHeaders(text: string): object {
  const [name = '', ...values] = text.split(':');
  if (name.trim() === '') return {};
  return { headers: { [name.trim()]: values.length === 0 ? { like: '*' } : values.join(':').trim() } };
}

function toCaller(login: string): object {
  return login === '' ? {} : { caller: { login } };
}

/** A number if the text is one. */
function toValue(text: string): number | string {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
