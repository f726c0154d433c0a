import { Component } from 'preact';
import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { optionList, select } from '#pages/components/field.ts';
import { component, html, type Markup } from '#pages/html.ts';
import { formatBodySize, formatDuration } from '../../request-cells.ts';
import { parseJsonNodes } from '../body/json-nodes.ts';
import { JsonTree } from '../body/json-tree.ts';
import { HexView, textBlock } from '../body/plain-views.ts';
import { binaryBytes, hexByte } from '../common/decoding.ts';

interface WebSocketMessage {
  readonly number: number;
  readonly direction: 'received' | 'sent';
  readonly type: string;
  readonly ms: number;
  readonly size: number;
  readonly truncated: boolean;
  readonly text?: string;
  readonly base64?: string;
  readonly code?: number;
}

const INTERVAL_MS = 1000;

const DIRECTIONS = ['all', 'received', 'sent'] as const;

interface MessagesState {
  readonly messages: readonly WebSocketMessage[];
  readonly text: string;
  readonly direction: string;
  readonly open?: number | undefined;
}

/** The messages of a WebSocket. They are read again while the connection is open and the view is visible. */
export class MessagesView extends Component<{ readonly api: Api; readonly id: number }, MessagesState> {
  override state: MessagesState = { messages: [], text: '', direction: 'all' };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isMounted = true;

  override componentDidMount(): void {
    void attempt(() => this.#load());
  }

  override componentWillUnmount(): void {
    this.#isMounted = false;
    clearTimeout(this.#timer);
  }

  async #load(): Promise<void> {
    const { api, id } = this.props;
    const { messages, open } = await api.json<{ messages: WebSocketMessage[]; open: boolean }>(
      `/_sparring/requests/${id}/messages`,
    );
    if (!this.#isMounted) return;
    this.setState({ messages });
    if (open) this.#timer = setTimeout(() => void this.#load().catch(() => {}), INTERVAL_MS);
  }

  override render(): Markup {
    const { messages, text, direction, open } = this.state;
    const visible = messages.filter(
      (message) =>
        contentOf(message).toLowerCase().includes(text.toLowerCase()) &&
        (direction === 'all' || direction === message.direction),
    );
    const opened = messages.find(({ number }) => number === open);
    const setText = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      this.setState({ text: currentTarget.value });
    const setDirection = ({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
      this.setState({ direction: currentTarget.value });
    return html`
      <div>
        <p class="search"><input class="in" type="search" placeholder="Text of a message" aria-label="Filter messages" value=${text} onInput=${setText} />${select(
          { class: 'in', 'aria-label': 'Direction', onChange: setDirection },
          optionList(
            DIRECTIONS.map((name) => [name, name]),
            direction,
          ),
        )}</p>
        <div tabindex="0" role="region" aria-label="Messages (table)"><table class="msgs">
          <caption class="vh">Messages</caption>
          <thead class="vh"><tr>${['No.', 'Direction', 'Time', 'Content', 'Size'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
          <tbody>${visible.map((message) => this.#row(message))}</tbody>
        </table></div>
        ${opened && openedMessage(opened)}
      </div>`;
  }

  #row(message: WebSocketMessage): Markup {
    const { number, direction, ms, type, size } = message;
    const isOpen = number === this.state.open;
    const toggle = () => this.setState({ open: isOpen ? undefined : number });
    return html`
      <tr key=${number} class=${isOpen ? 'open' : undefined}><td class="soft">${number}</td><td class=${direction}>${direction === 'received' ? '↑' : '↓'}<span class="vh">${direction}</span></td><td class="soft">${formatDuration(ms)}</td><td><button type="button" aria-expanded=${String(isOpen)} onClick=${toggle}>${contentOf(message)}</button></td><td>${type === 'text' ? '' : `${type} `}${formatBodySize(size)}</td></tr>`;
  }
}

/** The content in one line: the text, or the bytes in hexadecimal. */
function contentOf(message: WebSocketMessage): string {
  const { code, truncated, type } = message;
  const text = textOf(message);
  const bytes = bytesOf(message);
  const content =
    code !== undefined
      ? `${code} ${text ?? ''}`.trim()
      : (text ?? [...bytes.subarray(0, MAX_BYTES)].map(hexByte).join(' '));
  const shown = type === 'text' || type === 'binary' ? content : `${type} ${content}`.trim();
  return truncated || bytes.length > MAX_BYTES ? `${shown}…` : shown;
}

/** Bytes of a binary message that its row shows. */
const MAX_BYTES = 64;

/** The bytes of a binary message can be those of a text, too, and are none. */
function textOf({ type, text }: WebSocketMessage): string | undefined {
  return type === 'binary' ? undefined : text;
}

function bytesOf({ base64 = '', text }: WebSocketMessage): Uint8Array {
  return text === undefined ? binaryBytes(atob(base64)) : new TextEncoder().encode(text);
}

function openedMessage(message: WebSocketMessage): Markup {
  const { number, direction, ms, type, size, truncated } = message;
  const text = textOf(message);
  const json = text === undefined || type !== 'text' ? undefined : parseJsonNodes(text);
  const content = json
    ? component(JsonTree, { key: number, node: json })
    : text === undefined
      ? component(HexView, { key: number, bytes: bytesOf(message) })
      : textBlock(text);
  const source = direction === 'received' ? 'from the client' : 'to the client';
  return html`
    <section aria-label=${`Message ${number}`}><h4>Message ${number}, ${source} at ${formatDuration(ms)}, ${type}, ${formatBodySize(size)}${truncated ? ', cut' : ''}</h4>${content}</section>`;
}
