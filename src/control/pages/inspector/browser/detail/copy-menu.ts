import type { Api } from '#control/pages/browser/api.ts';
import { copyText } from '#control/pages/browser/clipboard.ts';
import { mainOrigin } from '#control/pages/browser/main-origin.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { button, el } from '#pages/browser/dom.ts';
import { announce } from '#pages/browser/elements.ts';
import { siteUrl } from '#pages/browser/site-path.ts';
import type { Exchange } from '../../entry.ts';
import { drop } from '../common/drop.ts';
import { type AssertionForm, formatAssertion } from './assertion.ts';

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
  ['url', 'URL'],
  ['link', 'Link'],
] as const;

/** The controls that copy a request as code, of which the first copies the form that was chosen last. */
export class CopyMenu {
  readonly #api: Api;
  #format = 'curl';

  constructor(api: Api) {
    this.#api = api;
  }

  /** @param output shows the result */
  controls(exchange: Exchange, output: HTMLElement): HTMLElement[] {
    const secrets = el('input', { type: 'checkbox' });
    const copy = () => this.#copy(exchange, secrets.checked, output);
    const first = button(this.#label(), copy, { 'data-action': 'copy' });
    const choices = FORMATS.map(([value, label]) =>
      button(label, () => {
        this.#format = value;
        first.textContent = this.#label();
        return copy();
      }),
    );
    const credentials = el('label', { class: 'check' }, secrets, 'with credentials');
    return [first, ...drop('▾', { 'aria-label': 'Copy as…' }, credentials, ...choices)];
  }

  #label(): string {
    return `Copy as ${FORMATS.find(([value]) => value === this.#format)?.[1] ?? this.#format}`;
  }

  #copy(exchange: Exchange, hasSecrets: boolean, output: HTMLElement): Promise<void> {
    output.replaceChildren();
    return attempt(async () => {
      const code = await readCode(this.#api, exchange, this.#format, hasSecrets);
      const isCopied = await copyText(code);
      const label = FORMATS.find(([value]) => value === this.#format)?.[1] ?? this.#format;
      const message = isCopied
        ? `Request ${exchange.id} is copied as ${label}.`
        : 'The browser did not copy the text:';
      announce(message);
      output.replaceChildren(el('p', { class: 'good' }, message), ...(isCopied ? [] : [el('pre', {}, code)]));
    });
  }
}

async function readCode(
  api: Api,
  { id, request }: Exchange,
  format: string,
  hasSecrets: boolean,
): Promise<string> {
  if (format === 'link') return location.href;
  if (format === 'url') {
    const unmasked = hasSecrets
      ? await api.json<Exchange>(`/_sparring/requests/${id}?secrets=show`)
      : undefined;
    return new URL(mainOrigin() + (unmasked?.request ?? request).target).href;
  }
  const query = hasSecrets ? '?secrets=show' : '';
  if (format === 'match' || format === 'vitest' || format === 'pytest')
    return readAssertion(api, id, format, hasSecrets);
  return (await api.call(`/_sparring/requests/${id}/as/${format}${query}`)).text();
}

/** The match is that of a rule for the request. */
async function readAssertion(
  api: Api,
  id: number,
  form: AssertionForm,
  hasSecrets: boolean,
): Promise<string> {
  const { rules, left_out } = await api.json<{ rules: { match: object }[]; left_out: { reason: string }[] }>(
    `/_sparring/rules/import?dry=true${hasSecrets ? '&secrets=show' : ''}`,
    { method: 'POST', body: { requests: [id] } },
  );
  const [rule] = rules;
  if (!rule) throw new Error(`There is no assertion: ${left_out[0]?.reason ?? 'no response'}.`);
  return formatAssertion(rule.match, form, siteUrl());
}
