import { button, el, table } from '../../../../../http/pages/browser/dom.ts';
import { find } from '../../../../../http/pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { type Change, watchResource } from './section.ts';

interface Rule extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly bin?: string;
  readonly match: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly applied: number;
  readonly probability: number;
  readonly toxicity: number;
}

/** The members of a rule that are effects. */
const EFFECTS = ['error', 'fault', 'delay', 'dribble', 'drop', 'rate_limit', 'suspended', 'lockout'];

/** Examples of the effects that have a value. */
const VALUES: Readonly<Record<string, string>> = {
  error: '503',
  fault: 'reset@headers',
  delay: '0.5',
  dribble: '5,2',
};

/** @returns the function that reads the rules */
export function enableRules(api: Api, change: Change): () => Promise<void> {
  const form = find(document, '#rule-form', HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void change('/rules', 'POST', toRule(new FormData(form)));
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
  find(document, '#rules-clear', HTMLButtonElement).addEventListener('click', () =>
    change('/rules', 'DELETE'),
  );
  const list = find(document, '#rules', HTMLElement);
  return watchResource<{ rules: Rule[] }>(api, '/rules', ({ rules }) => {
    const rows = rules.map((rule) => {
      const { id, bin, match, count, applied } = rule;
      const path = `/rules/${encodeURIComponent(id)}${bin === undefined ? '' : `?bin=${encodeURIComponent(bin)}`}`;
      return [
        id,
        describe({ ...match, ...(bin !== undefined && { bin }) }) || 'every request',
        describe(pick(rule, EFFECTS)),
        `${applied}${count === 0 ? ', without limit' : ` of ${count}`}${describeShares(rule)}`,
        button('Remove', () => change(path, 'DELETE'), { class: 'small', 'aria-label': `Remove rule ${id}` }),
      ];
    });
    list.replaceChildren(
      rows.length === 0
        ? el('p', { class: 'soft' }, 'There is no rule.')
        : table('Rules', ['Rule', 'Requests', 'Effect', 'Applied', 'Action'], rows),
    );
  });
}

function pick(members: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
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

function describeShares({ probability, toxicity }: Pick<Rule, 'probability' | 'toxicity'>): string {
  const shares = [
    ...(probability < 1 ? [`${probability * 100} % of the requests`] : []),
    ...(toxicity < 1 ? [`${toxicity * 100} % of the connections`] : []),
  ];
  return shares.length === 0 ? '' : `, for ${shares.join(' and ')}`;
}

function toRule(values: FormData): object {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const match = ['path', 'method'].flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]));
  const effect = text('effect');
  const value = effect in VALUES ? toValue(text('value')) : true;
  return {
    match: { ...Object.fromEntries(match), ...toHeaders(text('header')), ...toCaller(text('login')) },
    [effect]: effect === 'error' ? { status: value } : value,
    ...(text('bin') !== '' && { bin: text('bin') }),
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
