import { copyText, saveFile } from '#control/pages/browser/clipboard.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { button, el } from '#pages/browser/dom.ts';
import { announce } from '#pages/browser/elements.ts';
import type { Body, Exchange, Message } from '../../entry.ts';
import { formatBodySize } from '../../request-cells.ts';
import { fold } from '../common/fold.ts';
import { hexDump } from './hex-dump.ts';
import { decodeText, prettyBody } from './pretty-body.ts';
import { isMasked } from './secrets.ts';
import { textBlock } from './text-block.ts';
import type { ViewContext } from './view-context.ts';

const FORMATS = ['Pretty', 'Text', 'Hex', 'As sent', 'Raw'] as const;

type Format = (typeof FORMATS)[number];

/** Bytes that are shown in hexadecimal at once. */
const HEX_PAGE = 64 * 1024;

/** Bytes above which the user is asked before they are shown. */
const MAX_SHOWN = 1024 * 1024;

interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What `X-Decoded` says. */
  readonly decoded: string;
}

/** The body of a message in several formats, without its content codings. */
export function bodyView(
  message: Message,
  exchange: Exchange,
  context: ViewContext,
  part: 'request' | 'response',
): HTMLElement {
  const view = new BodyView(message, exchange, context, part);
  void view.show();
  return view.element;
}

class BodyView {
  readonly element: HTMLElement;
  readonly #output = el('div', {});
  readonly #note = el('p', { class: 'soft' });
  readonly #body: Body;
  readonly #type: string;
  readonly #exchange: Exchange;
  readonly #context: ViewContext;
  readonly #part: 'request' | 'response';
  #format: Format = 'Pretty';
  #isRevealed = false;
  #mayBeLarge = false;

  constructor(message: Message, exchange: Exchange, context: ViewContext, part: 'request' | 'response') {
    this.#body = message.body;
    this.#exchange = exchange;
    this.#context = context;
    this.#part = part;
    this.#type = message.headers.find(([name = '']) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    const choices = FORMATS.map((name) => {
      const input = el('input', {
        type: 'radio',
        name: `${part}-format`,
        value: name,
        checked: name === this.#format,
      });
      input.addEventListener('change', () => {
        this.#format = name;
        void this.show();
      });
      return el('label', { class: 'check' }, input, name);
    });
    const heading = el(
      'h3',
      { title: this.#body.sha256 ?? undefined },
      'Body ',
      el('small', { class: 'soft' }, describeBody(this.#body)),
    );
    const controls = el(
      'fieldset',
      {},
      el('legend', { class: 'vh' }, 'Format of the body'),
      choices,
      button('Copy body', () => this.#copy(), { class: 'sm' }),
      button('Download', () => this.#download(), { class: 'sm' }),
    );
    const section = fold(context.folds, 'body', heading, controls, this.#note, this.#output);
    this.element = el('div', { class: 'body-view' }, section);
  }

  show(): Promise<void> {
    return attempt(async () => {
      const content = await this.#render();
      const canReveal = isMasked(this.#body) && !this.#isRevealed && this.#format !== 'Hex';
      this.#output.replaceChildren(...(canReveal ? [this.#revealButton()] : []), content);
    });
  }

  #revealButton(): HTMLButtonElement {
    const reveal = () => {
      this.#isRevealed = true;
      return this.show();
    };
    return button('Reveal the masked values', reveal, { class: 'sm' });
  }

  async #render(): Promise<HTMLElement> {
    this.#note.textContent = '';
    if (this.#format === 'Raw') return textBlock(await this.#rawMessage());
    if (this.#body.length === 0) return el('p', { class: 'soft' }, 'The message has no body.');
    const isBytes = this.#format === 'Hex' || this.#format === 'As sent';
    if (isBytes && isMasked(this.#body) && !this.#isRevealed)
      return el('p', {}, 'The body has masked values. Reveal them in the format Text first.');
    if (this.#body.kept > MAX_SHOWN && !this.#mayBeLarge) return this.#question();
    const { bytes, decoded } = await this.#read(this.#format === 'As sent');
    this.#note.textContent = describeDecoding(decoded, bytes.length > 0);
    if (bytes.length === 0 && !isMasked(this.#body)) return hexView((await this.#read(true)).bytes);
    if (isBytes) return hexView(bytes);
    const text = decodeText(bytes, this.#type);
    if (this.#format === 'Text') return text === undefined ? notText(bytes) : textBlock(text);
    return prettyBody(bytes, this.#type) ?? notText(bytes);
  }

  #question(): HTMLElement {
    const show = () => {
      this.#mayBeLarge = true;
      return this.show();
    };
    return el(
      'p',
      { class: 'actions' },
      `The body has ${formatBodySize(this.#body.kept)}.`,
      button('Show it', show, { class: 'sm' }),
    );
  }

  async #read(isAsSent: boolean): Promise<Content> {
    const query = isAsSent ? '' : `?decoded=true${this.#isRevealed ? '&secrets=show' : ''}`;
    const response = await this.#context.api.call(
      `/_sparring/requests/${this.#exchange.id}/${this.#part}.body${query}`,
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, decoded: response.headers.get('X-Decoded') ?? '' };
  }

  #copy(): Promise<void> {
    return attempt(async () => {
      const { bytes } = await this.#read(false);
      const text = decodeText(bytes, this.#type);
      if (text === undefined) announce('The body is not text.');
      else if (await copyText(text)) announce('The body is copied.');
    });
  }

  /** The bytes as they were sent: a file has the values. */
  #download(): Promise<void> {
    return attempt(async () => {
      const { bytes } = await this.#read(true);
      saveFile(`${this.#part}-${this.#exchange.id}.body`, new Blob([bytes]));
    });
  }

  async #rawMessage(): Promise<string> {
    const { id, response } = this.#exchange;
    if (this.#part === 'request') {
      const bytes = await (await this.#context.api.call(`/_sparring/requests/${id}/as/http`)).arrayBuffer();
      const copy = new Uint8Array(bytes);
      return decodeText(copy, '') ?? new TextDecoder('latin1').decode(copy);
    }
    const fields = response?.headers.map(([name, value]) => `${name}: ${value}\n`) ?? [];
    return `${response?.status} ${response?.reason}\n${fields.join('')}\n${this.#body.text ?? ''}`;
  }
}

/** The bytes in hexadecimal, a page at a time. */
function hexView(bytes: Uint8Array<ArrayBuffer>): HTMLElement {
  const output = el('div', {});
  let offset = 0;
  const more = button(
    'Show more',
    () => {
      const page = bytes.subarray(offset, offset + HEX_PAGE);
      const block = el('pre', { class: 'hex', tabindex: 0, role: 'region', 'aria-label': 'Bytes' });
      block.textContent = hexDump(page, offset);
      output.append(block);
      offset += page.length;
      more.hidden = offset >= bytes.length;
    },
    { class: 'sm' },
  );
  more.click();
  return el('div', {}, output, more);
}

function notText(bytes: Uint8Array<ArrayBuffer>): HTMLElement {
  return el('div', {}, el('p', { class: 'soft' }, 'The body is not text.'), hexView(bytes));
}

/** @param hasBytes whether something was decoded; otherwise the page shows the bytes as sent */
function describeDecoding(decoded: string, hasBytes: boolean): string {
  const [codings = '', state = ''] = decoded.split('; ');
  const [, coding, at] = /^error=(.*)@(\d+)$/.exec(state) ?? [];
  if (coding !== undefined)
    return `The coding ${coding} cannot be decoded after byte ${at}. ${hasBytes ? 'The content before it:' : 'The bytes as sent:'}`;
  if (codings === '' || codings === 'identity') return state === 'cut' ? 'The body is cut.' : '';
  return `Decoded from ${codings}${state === 'cut' ? '; the body is cut' : ''}.`;
}

function describeBody({ length, kept, truncated, sha256 }: Body): string {
  const digest = sha256 === null ? '' : `, SHA-256 ${sha256.slice(0, 12)}…`;
  const cut = truncated ? `, of which the first ${formatBodySize(kept)} are kept (--journal-body-size)` : '';
  return `${formatBodySize(length)}${cut}${digest}`;
}
