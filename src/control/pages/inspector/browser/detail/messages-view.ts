import { el, table } from '#pages/browser/dom.ts';
import type { Exchange } from '../../entry.ts';
import { formatBodySize, formatDuration } from '../../request-cells.ts';
import type { ViewContext } from '../body/view-context.ts';

interface Message {
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

/** The messages of a WebSocket. They are read again while the connection is open and the view is visible. */
export function messagesView({ id }: Exchange, { api }: ViewContext): HTMLElement {
  const filter = el('input', {
    class: 'in',
    type: 'search',
    placeholder: 'Text of a message',
    'aria-label': 'Filter messages',
  });
  const direction = el(
    'select',
    { 'aria-label': 'Direction' },
    ['all', 'received', 'sent'].map((name) => el('option', { value: name }, name)),
  );
  const output = el('div', {});
  let messages: readonly Message[] = [];
  const show = () => {
    const visible = messages.filter(
      ({ text = '', direction: own }) =>
        text.toLowerCase().includes(filter.value.toLowerCase()) &&
        (direction.value === 'all' || direction.value === own),
    );
    output.replaceChildren(
      table('Messages', ['No.', 'Direction', 'Time', 'Type', 'Size', 'Content'], visible.map(formatRow)),
    );
  };
  const load = async (): Promise<void> => {
    const read = await api.json<{ messages: Message[]; open: boolean }>(`/_sparring/requests/${id}/messages`);
    const isChanged = read.messages.at(-1)?.number !== messages.at(-1)?.number || messages.length === 0;
    messages = read.messages;
    if (isChanged) show();
    if (read.open) setTimeout(() => view.isConnected && void load().catch(() => {}), INTERVAL_MS);
  };
  filter.addEventListener('input', show);
  direction.addEventListener('change', show);
  const view = el('div', {}, el('p', { class: 'toolbar' }, filter, direction), output);
  void load().catch((error: unknown) => output.replaceChildren(el('p', { class: 'err' }, String(error))));
  return view;
}

function formatRow({ number, direction, ms, type, size, truncated, text, base64, code }: Message): string[] {
  const content = code === undefined ? (text ?? base64 ?? '') : `${code} ${text ?? ''}`;
  return [
    String(number),
    direction === 'received' ? '→ received' : '← sent',
    formatDuration(ms),
    type,
    formatBodySize(size),
    truncated ? `${content}…` : content,
  ];
}
