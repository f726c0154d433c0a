import { Component } from 'preact';
import type { Api } from '#control/pages/browser/api.ts';
import { copyText, saveFile } from '#control/pages/browser/clipboard.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { findField } from '#http/syntax/fields.ts';
import { button } from '#pages/components/button.ts';
import { segmentedControl } from '#pages/components/segmented-control.ts';
import { component, html, type Markup } from '#pages/html.ts';
import { describeBody } from '../../detail-markup.ts';
import type { Body, Message } from '../../entry.ts';
import { formatBodySize } from '../../request-cells.ts';
import { decodeText } from '../common/decoding.ts';
import { FeedbackButton } from '../common/feedback-button.ts';
import { HexView, textBlock } from './plain-views.ts';
import { prettyBody } from './pretty-body.ts';

/** Bytes above which the user is asked before they are shown. */
const MAX_SHOWN = 1024 * 1024;

interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What `X-Decoded` says. */
  readonly decoded: string;
}

interface BodyProps {
  readonly api: Api;
  readonly id: number;
  readonly part: 'request' | 'response';
  readonly message: Message;
}

interface BodyState {
  /** `pretty`, `text`, `hex` or `sent`. */
  readonly format: string;
  readonly isRevealed: boolean;
  readonly mayBeLarge: boolean;
  readonly note: string;
  readonly content: Markup | null;
}

/** The body of a message in several formats, without its content codings. */
export class BodyView extends Component<BodyProps, BodyState> {
  override state: BodyState = {
    format: 'pretty',
    isRevealed: false,
    mayBeLarge: false,
    note: '',
    content: null,
  };
  #latest = 0;

  override componentDidMount(): void {
    void this.#load();
  }

  override componentDidUpdate({ message }: BodyProps): void {
    if (message.body.length !== this.props.message.body.length) void this.#load();
  }

  override render(): Markup {
    const { part, message } = this.props;
    const { format, note, content, isRevealed } = this.state;
    const canReveal = isMasked(message.body) && !isRevealed && format !== 'hex';
    const formats = segmentedControl({
      name: `${part}-format`,
      legend: `Form of the body of the ${part}`,
      segments: [
        { value: 'pretty', label: prettyLabel(this.#type) },
        { value: 'text', label: 'Text' },
        { value: 'hex', label: 'Hex' },
        ...(this.#isCoded ? [{ value: 'sent', label: 'As sent' }] : []),
      ],
      value: format,
      isBare: true,
      onChange: (value) => this.#set({ format: value }),
    });
    return html`
      <div class="body-view">
        <div class="cap"><span title=${message.body.sha256 === null ? undefined : `SHA-256 ${message.body.sha256}`}>${describeBody(message.headers, message.body)}</span><span class="right">
          ${formats}
          ${component(FeedbackButton, { icon: 'copy', label: `Copy the body of the ${part}`, isIcon: true, perform: () => this.#copy() })}${component(FeedbackButton, { icon: 'download', label: `Download the body of the ${part}`, isIcon: true, perform: () => this.#download() })}
        </span></div>
        ${note === '' ? null : html`<p class="soft">${note}</p>`}
        ${canReveal ? button('Reveal the masked values', { type: 'button', isSmall: true, onClick: () => this.#set({ isRevealed: true }) }) : null}
        ${content}
      </div>`;
  }

  get #type(): string {
    return findField(this.props.message.headers, 'Content-Type') ?? '';
  }

  get #isCoded(): boolean {
    return (findField(this.props.message.headers, 'Content-Encoding') ?? '') !== '';
  }

  #set(changes: Partial<BodyState>): void {
    this.setState(changes, () => void this.#load());
  }

  #load(): Promise<void> {
    const load = ++this.#latest;
    return attempt(async () => {
      const shown = await this.#read();
      // The user can have chosen another format meanwhile.
      if (load === this.#latest) this.setState(shown);
    });
  }

  async #read(): Promise<Pick<BodyState, 'note' | 'content'>> {
    const { body } = this.props.message;
    const { format, isRevealed, mayBeLarge } = this.state;
    const isBytes = format === 'hex' || format === 'sent';
    if (isBytes && isMasked(body) && !isRevealed)
      return { note: 'The body has masked values. Reveal them in the format Text first.', content: null };
    if (body.kept > MAX_SHOWN && !mayBeLarge) return { note: '', content: this.#question() };
    const { bytes, decoded } = await this.#fetch(format === 'sent');
    const note = describeDecoding(decoded, bytes.length > 0);
    if (bytes.length === 0 && !isMasked(body))
      return { note, content: component(HexView, { bytes: (await this.#fetch(true)).bytes }) };
    if (isBytes) return { note, content: component(HexView, { bytes }) };
    const text = decodeText(bytes, this.#type);
    const shown = format === 'text' ? text && textBlock(text) : prettyBody(bytes, this.#type);
    return { note, content: shown || notText(bytes) };
  }

  #question(): Markup {
    return html`
      <p class="actions">The body has ${formatBodySize(this.props.message.body.kept)}.${button('Show it', { type: 'button', isSmall: true, onClick: () => this.#set({ mayBeLarge: true }) })}</p>`;
  }

  async #fetch(isAsSent: boolean): Promise<Content> {
    const { api, id, part, message } = this.props;
    const { text } = message.body;
    // The entry has it, so that what follows the body is in its place from the first paint.
    if (text !== undefined && !isAsSent && !this.#isCoded && !this.state.isRevealed)
      return { bytes: new TextEncoder().encode(text), decoded: '' };
    const query = isAsSent ? '' : `?decoded=true${this.state.isRevealed ? '&secrets=show' : ''}`;
    const response = await api.call(`/_sparring/requests/${id}/${part}.body${query}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, decoded: response.headers.get('X-Decoded') ?? '' };
  }

  async #copy() {
    const { bytes } = await this.#fetch(false);
    const text = decodeText(bytes, this.#type);
    if (text === undefined) return { text: 'The body is not text.', isPartial: true };
    if (!(await copyText(text))) return undefined;
    const { truncated } = this.props.message.body;
    return {
      text: truncated ? 'The kept part of the body is copied.' : 'The body is copied.',
      isPartial: truncated,
    };
  }

  /** The bytes as they were sent: a file has the values. */
  async #download() {
    const { part, id } = this.props;
    const { bytes } = await this.#fetch(true);
    saveFile(`${part}-${id}.body`, new Blob([bytes]));
    return { text: 'The body is saved.' };
  }
}

/** What the first format is, by the media type. */
function prettyLabel(type: string): string {
  if (/[/+]json/.test(type)) return 'Tree';
  if (/^image\//.test(type)) return 'Image';
  if (/^multipart\/|urlencoded|text\/(?:csv|tab-separated-values|event-stream)/.test(type)) return 'Table';
  return 'Pretty';
}

function notText(bytes: Uint8Array): Markup {
  return html`<div><p class="soft">The body is not text.</p>${component(HexView, { bytes })}</div>`;
}

/** @param hasBytes whether something was decoded; otherwise the page shows the bytes as sent */
function describeDecoding(decoded: string, hasBytes: boolean): string {
  const [codings = '', state = ''] = decoded.split('; ');
  const [, coding, at] = /^error=(.*)@(\d+)$/.exec(state) ?? [];
  if (coding !== undefined)
    return `The coding ${coding} cannot be decoded after byte ${at}. ${hasBytes ? 'The content before it:' : 'The bytes as sent:'}`;
  if (codings === '' || codings === 'identity') return '';
  return `Decoded from ${codings}${state === 'cut' ? '; the body is cut' : ''}.`;
}

/** Whether a body has masked values: the digest of its bytes would show whether a guess of them is right. */
function isMasked({ length, sha256 }: Body): boolean {
  return length > 0 && sha256 === null;
}
