import { button, el } from '../../../../../http/pages/browser/dom.ts';
import { attempt } from '../../browser/problem.ts';
import type { Body, Exchange, Message } from '../entry.ts';
import { toSize } from '../request-cells.ts';
import type { DetailContext } from './detail-context.ts';
import { hexDump } from './hex-dump.ts';
import { prettyBody } from './pretty-body.ts';
import { isMasked } from './secrets.ts';

const FORMATS = ['Pretty', 'Text', 'Hex', 'Raw message'] as const;

type Format = (typeof FORMATS)[number];

/** The body of a message in several formats. */
export function bodyView(
  message: Message,
  exchange: Exchange,
  context: DetailContext,
  part: 'request' | 'response',
): HTMLElement {
  const type = message.headers.find(([name = '']) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const output = el('div', {});
  let { body } = message;
  let format: Format = 'Pretty';

  const show = () =>
    attempt(async () => {
      const content = await render(format, body, type, exchange, context, part);
      output.replaceChildren(...(isMasked(body) && format !== 'Hex' ? [revealButton()] : []), content);
    });
  const revealButton = () =>
    button(
      'Reveal the masked values',
      () =>
        attempt(async () => {
          body = (await context.secrets.read())[part]?.body ?? body;
          await show();
        }),
      { class: 'small' },
    );

  const choices = FORMATS.map((name) => {
    const input = el('input', {
      type: 'radio',
      name: `${part}-format`,
      value: name,
      checked: name === format,
    });
    input.addEventListener('change', () => {
      format = name;
      void show();
    });
    return el('label', { class: 'checkbox' }, input, name);
  });
  void show();
  return el(
    'div',
    { class: 'body-view' },
    el('h3', {}, 'Body ', el('small', { class: 'soft' }, describeBody(body))),
    el('fieldset', {}, el('legend', { class: 'unseen' }, 'Format of the body'), choices),
    output,
  );
}

async function render(
  format: Format,
  body: Body,
  type: string,
  exchange: Exchange,
  context: DetailContext,
  part: 'request' | 'response',
): Promise<HTMLElement> {
  if (format === 'Raw message') return el('pre', {}, await rawMessage(exchange, body, context, part));
  if (body.length === 0) return el('p', { class: 'soft' }, 'The message has no body.');
  if (format === 'Hex') {
    if (isMasked(body))
      return el('p', {}, 'The body has masked values. Reveal them in the format Text first.');
    const response = await context.api.call(`/_sparring/requests/${exchange.id}/${part}.body`);
    return el('pre', { class: 'hex', tabindex: 0 }, hexDump(new Uint8Array(await response.arrayBuffer())));
  }
  if (body.text === undefined)
    return el('p', { class: 'soft' }, 'The body is not text. The format Hex shows its bytes.');
  return format === 'Text' ? el('pre', {}, body.text) : prettyBody(body.text, type);
}

async function rawMessage(
  { id, response }: Exchange,
  body: Body,
  { api }: DetailContext,
  part: 'request' | 'response',
): Promise<string> {
  if (part === 'request') {
    const bytes = await (await api.call(`/_sparring/requests/${id}/as/http`)).arrayBuffer();
    return decode(bytes);
  }
  const fields = response?.headers.map(([name, value]) => `${name}: ${value}\n`) ?? [];
  return `${response?.status} ${response?.reason}\n${fields.join('')}\n${body.text ?? ''}`;
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function describeBody({ length, kept, truncated, sha256 }: Body): string {
  const digest = sha256 === null ? '' : `, SHA-256 ${sha256}`;
  return `${toSize(length)}${truncated ? `, of which the first ${toSize(kept)} are kept` : ''}${digest}`;
}
