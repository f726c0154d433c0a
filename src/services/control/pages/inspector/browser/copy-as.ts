import { button, el } from '../../../../../http/pages/browser/dom.ts';
import { announce } from '../../../../../http/pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { copyText } from '../../browser/clipboard.ts';
import { attempt } from '../../browser/problem.ts';

const FORMATS = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['node', 'Node.js'],
  ['httpie', 'HTTPie'],
  ['python', 'Python'],
  ['http', 'HTTP'],
] as const;

/** The controls that copy a request as code. `output` shows the result. */
export function copyControls(api: Api, id: number, output: HTMLElement): HTMLElement[] {
  const options = FORMATS.map(([value, label]) => el('option', { value }, label));
  const format = el('select', { id: 'copy-format' }, options);
  const secrets = el('input', { type: 'checkbox' });
  const copy = button('Copy', () =>
    copyAs(api, id, { format: format.value, hasSecrets: secrets.checked, output }),
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
    const query = hasSecrets ? '?secrets=show' : '';
    const code = await (await api.call(`/_sparring/requests/${id}/as/${format}${query}`)).text();
    const isCopied = await copyText(code);
    const label = FORMATS.find(([value]) => value === format)?.[1] ?? format;
    const message = isCopied ? `Request ${id} is copied as ${label}.` : 'The browser did not copy the text:';
    announce(message);
    output?.replaceChildren(el('p', { class: 'good' }, message), ...(isCopied ? [] : [el('pre', {}, code)]));
  });
}
