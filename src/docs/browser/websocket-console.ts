import { find } from '#pages/browser/elements.ts';
import { resolveAttribute } from '#pages/browser/site-path.ts';

const MAX_ENTRIES = 200;
const MAX_SHOWN_CHARACTERS = 2_000;

/** Connects the WebSocket console of the page, if it has one. */
export function enableWebSocketConsole(): void {
  const form = document.querySelector('#websocket');
  if (!(form instanceof HTMLFormElement)) return;
  const log = find(form, '.log', HTMLElement);
  const input = (name: string) => find(form, `[name="${name}"]`, HTMLInputElement);
  const message = find(form, '[name="message"]', HTMLTextAreaElement);
  let socket: WebSocket | undefined;

  const show = (kind: string, text: string) => {
    const item = document.createElement('li');
    item.className = kind;
    item.textContent = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
    log.append(item);
    while (log.children.length > MAX_ENTRIES) log.firstElementChild?.remove();
    item.scrollIntoView({ block: 'nearest' });
  };
  const update = () => {
    const isOpen = socket?.readyState === WebSocket.OPEN;
    const isIdle = socket === undefined || socket.readyState === WebSocket.CLOSED;
    find(form, '#connect', HTMLButtonElement).disabled = !isIdle;
    for (const button of form.querySelectorAll<HTMLButtonElement>('.open-only')) button.disabled = !isOpen;
  };

  const connect = () => {
    const url = new URL(
      String(resolveAttribute('href', input('url').value)),
      location.href.replace(/^http/, 'ws'),
    );
    const protocols = input('protocols')
      .value.split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    show('event', `Connecting to ${url.href}`);
    const opened = new WebSocket(url, protocols);
    socket = opened;
    opened.binaryType = 'arraybuffer';
    opened.addEventListener('open', () => {
      const { protocol, extensions } = opened;
      show('event', `Open. Subprotocol: ${protocol || 'none'}. Extensions: ${extensions || 'none'}.`);
      update();
    });
    opened.addEventListener('message', ({ data }) => show('received', `← ${describe(data)}`));
    opened.addEventListener('error', () => show('event', 'The connection failed.'));
    opened.addEventListener('close', ({ code, reason, wasClean }) => {
      show(
        'event',
        `Closed with ${code}${reason && ` (${reason})`}${wasClean ? '' : ', without a closing handshake'}.`,
      );
      update();
    });
    update();
  };
  const send = (data: string | Uint8Array<ArrayBuffer>) => {
    socket?.send(data);
    show('sent', `→ ${describe(data)}`);
  };
  const showFailure = (action: () => void) => {
    try {
      action();
    } catch (error) {
      show('event', error instanceof Error ? error.message : String(error));
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    showFailure(connect);
  });
  form.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.matches('.send-text')) showFailure(() => send(message.value));
    if (target.matches('.send-bytes')) showFailure(() => send(parseHexadecimal(message.value)));
    if (target.matches('.disconnect'))
      showFailure(() => socket?.close(Number(input('code').value), input('reason').value));
    if (target.matches('.clear')) log.replaceChildren();
  });
  update();
}

function describe(data: unknown): string {
  if (typeof data === 'string') return `text, ${new TextEncoder().encode(data).length} bytes: ${data}`;
  const bytes =
    data instanceof ArrayBuffer ? new Uint8Array(data) : data instanceof Uint8Array ? data : new Uint8Array();
  const digits = [...bytes.subarray(0, 256)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `binary, ${bytes.length} bytes: ${digits}${bytes.length > 256 ? ' …' : ''}`;
}

/** @throws TypeError when the text is not pairs of hexadecimal digits */
function parseHexadecimal(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.replace(/\s/g, '');
  if (!/^[0-9a-f]*$/i.test(digits) || digits.length % 2 === 1)
    throw new TypeError('Bytes are pairs of hexadecimal digits, such as 00 ff 10.');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
