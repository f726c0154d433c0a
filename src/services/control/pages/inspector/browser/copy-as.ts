import { button, el } from '../../../../../http/pages/browser/dom.ts';
import { announce } from '../../../../../http/pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { copyText } from '../../browser/clipboard.ts';
import { attempt } from '../../browser/problem.ts';
import { type AssertionForm, toAssertion } from './assertion.ts';

const FORMATS = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['axios', 'axios'],
  ['node', 'Node.js'],
  ['httpie', 'HTTPie'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['php', 'PHP'],
  ['http', 'HTTP'],
  ['match', 'Assertion (JSON)'],
  ['vitest', 'Assertion (Vitest)'],
  ['pytest', 'Assertion (pytest)'],
  ['link', 'Link'],
] as const;

/** The controls that copy a request as code. `output` shows the result. */
export function copyControls(api: Api, id: number, output: HTMLElement): HTMLElement[] {
  const options = FORMATS.map(([value, label]) => el('option', { value }, label));
  const format = el('select', { id: 'copy-format' }, options);
  const secrets = el('input', { type: 'checkbox' });
  const copy = button(
    'Copy',
    () => copyAs(api, id, { format: format.value, hasSecrets: secrets.checked, output }),
    { 'data-action': 'copy' },
  );
  return [
    el('div', { class: 'field' }, el('label', { for: 'copy-format' }, 'Copy as'), format),
    copy,
    el('label', { class: 'checkbox' }, secrets, 'with credentials'),
  ];
}

interface CopyOptions {
  readonly format: string;
  readonly hasSecrets: boolean;
  /** Shows the code if the browser does not copy it. */
  readonly output?: HTMLElement;
}

/** Copies a request as code. */
export function copyAs(api: Api, id: number, { format, hasSecrets, output }: CopyOptions): Promise<void> {
  output?.replaceChildren();
  return attempt(async () => {
    const code = await readCode(api, id, format, hasSecrets);
    const isCopied = await copyText(code);
    const label = FORMATS.find(([value]) => value === format)?.[1] ?? format;
    const message = isCopied ? `Request ${id} is copied as ${label}.` : 'The browser did not copy the text:';
    announce(message);
    output?.replaceChildren(el('p', { class: 'good' }, message), ...(isCopied ? [] : [el('pre', {}, code)]));
  });
}

async function readCode(api: Api, id: number, format: string, hasSecrets: boolean): Promise<string> {
  if (format === 'link') return location.href;
  if (format === 'match' || format === 'vitest' || format === 'pytest') return readAssertion(api, id, format);
  const query = hasSecrets ? '?secrets=show' : '';
  return (await api.call(`/_sparring/requests/${id}/as/${format}${query}`)).text();
}

/** The match is that of a rule for the request. */
async function readAssertion(api: Api, id: number, form: AssertionForm): Promise<string> {
  const { rules, left_out } = await api.json<{ rules: { match: object }[]; left_out: { reason: string }[] }>(
    '/_sparring/rules/import?dry=true',
    { method: 'POST', body: { requests: [id] } },
  );
  const [rule] = rules;
  if (!rule) throw new Error(`There is no assertion: ${left_out[0]?.reason ?? 'no response'}.`);
  return toAssertion(rule.match, form, location.origin);
}
