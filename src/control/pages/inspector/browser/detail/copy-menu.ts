import type { Api } from '#control/pages/browser/api.ts';
import { copyText } from '#control/pages/browser/clipboard.ts';
import { mainOrigin } from '#control/pages/browser/main-origin.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { siteUrl } from '#pages/browser/site-path.ts';
import { joinedButton } from '#pages/components/button.ts';
import { box } from '#pages/components/checkbox.ts';
import { icon } from '#pages/components/icon.ts';
import { menu } from '#pages/components/menu.ts';
import { component, html, type Markup } from '#pages/html.ts';
import type { Exchange } from '../../entry.ts';
import { type Feedback, FeedbackButton } from '../common/feedback-button.ts';
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

type FormatName = (typeof FORMATS)[number][0];

/** Copies a request as code. The button copies the form that was chosen last. */
export class CopyMenu {
  readonly #api: Api;
  readonly #changed: () => void;
  #format: FormatName = 'curl';
  #hasSecrets = false;

  /** @param changed is called when the form has changed */
  constructor(api: Api, changed: () => void) {
    this.#api = api;
    this.#changed = changed;
  }

  controls(exchange: Exchange): Markup {
    const label = `Copy as ${labelOf(this.#format)}`;
    const main = component(FeedbackButton, {
      icon: 'copy',
      label,
      attributes: { 'data-action': 'copy' },
      perform: () => this.#copy(exchange),
    });
    const choose = (name: FormatName) => {
      this.#format = name;
      this.#changed();
      document.querySelector<HTMLElement>('#detail [data-action="copy"]')?.click();
    };
    const setSecrets = (hasSecrets: boolean) => {
      this.#hasSecrets = hasSecrets;
    };
    return joinedButton(
      html`${main}`,
      menu(
        { label: 'Copy as…', title: 'Copy in another form', face: html`${icon('down')}`, isLeft: true },
        html`
          ${box('with credentials', this.#hasSecrets, setSecrets)}
          ${FORMATS.map(([name, text]) => html`<button type="button" onClick=${() => choose(name)}>${text}</button>`)}`,
      ),
    );
  }

  async #copy(exchange: Exchange): Promise<Feedback | undefined> {
    let feedback: Feedback | undefined;
    await attempt(async () => {
      const code = await this.#readCode(exchange);
      if (!(await copyText(code))) throw new Error('The browser did not copy the text.');
      const isPartial = exchange.request.body.truncated && !UNCUT.has(this.#format);
      const text = `Request ${exchange.id} is copied as ${labelOf(this.#format)}.`;
      feedback = isPartial
        ? { text: `${text} Its body is incomplete.`, label: 'Copied, body incomplete', isPartial }
        : { text, label: 'Copied' };
    });
    return feedback;
  }

  async #readCode({ id, request }: Exchange): Promise<string> {
    const format = this.#format;
    const hasSecrets = this.#hasSecrets;
    if (format === 'link') return location.href;
    if (format === 'url') {
      const unmasked = hasSecrets
        ? await this.#api.json<Exchange>(`/_sparring/requests/${id}?secrets=show`)
        : undefined;
      return new URL(mainOrigin() + (unmasked?.request ?? request).target).href;
    }
    if (format === 'match' || format === 'vitest' || format === 'pytest')
      return readAssertion(this.#api, id, format, hasSecrets);
    const query = hasSecrets ? '?secrets=show' : '';
    return (await this.#api.call(`/_sparring/requests/${id}/as/${format}${query}`)).text();
  }
}

/** The forms without the body. */
const UNCUT: ReadonlySet<FormatName> = new Set<FormatName>(['url', 'link', 'match', 'vitest', 'pytest']);

function labelOf(format: FormatName): string {
  return FORMATS.find(([name]) => name === format)?.[1] ?? format;
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
