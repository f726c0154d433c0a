import { el } from '#pages/browser/dom.ts';
import type { Exchange, Message, Pairs } from '../../entry.ts';
import { bodyView } from '../body/body-view.ts';
import type { ViewContext } from '../body/view-context.ts';
import { fold } from '../common/fold.ts';
import { parameterTables } from './parameter-tables.ts';

/** The request: its first line, fields, body and trailers. */
export function requestView(exchange: Exchange, context: ViewContext): HTMLElement {
  const { request, connection } = exchange;
  const target = context.secrets.text(request.target, 'the target', (shown) => shown.request.target);
  return el(
    'div',
    {},
    request.aborted ? el('p', { class: 'err' }, 'The client disconnected before the end of the body.') : null,
    ...messageParts(request, exchange, context, 'request', [
      el('p', { class: 'message-line mono' }, `${request.method} `, target, ` ${connection.protocol}`),
      ...parameterTables(request, context.folds),
    ]),
  );
}

export function responseView(exchange: Exchange, context: ViewContext): HTMLElement {
  const { response, ended } = exchange;
  if (!response)
    return el(
      'p',
      {},
      ended === null ? 'The response has not begun.' : `There is no response: ${describeEnd(ended)}.`,
    );
  const interim = response.informational.map(({ status, headers }) =>
    el(
      'div',
      {},
      el('p', { class: 'message-line mono' }, `${status} (interim response)`),
      fieldsTable(headers, `Fields of the response ${status}`, exchange, context, () => undefined),
    ),
  );
  return el(
    'div',
    {},
    ...interim,
    el('p', { class: 'message-line mono' }, `${response.status} ${response.reason}`),
    ended === 'answered' || ended === null
      ? null
      : el('p', { class: 'err' }, `The response is not complete: ${describeEnd(ended)}.`),
    ...messageParts(response, exchange, context, 'response', []),
  );
}

function messageParts(
  message: Message,
  exchange: Exchange,
  context: ViewContext,
  part: 'request' | 'response',
  head: readonly HTMLElement[],
): (HTMLElement | null)[] {
  const table = (name: 'headers' | 'trailers') => {
    const title = name === 'headers' ? 'Headers' : 'Trailers';
    const heading = el('h3', {}, `${title} (${message[name].length})`);
    const fields = fieldsTable(
      message[name],
      `${title} of the ${part}`,
      exchange,
      context,
      (shown, index) => shown[part]?.[name][index]?.[1],
    );
    return fold(context.folds, name, heading, fields);
  };
  return [
    ...(message.body.length > 0 ? [bodyView(message, exchange, context, part), ...head] : head),
    table('headers'),
    message.body.length > 0 ? null : bodyView(message, exchange, context, part),
    message.trailers.length > 0 ? table('trailers') : null,
  ];
}

function fieldsTable(
  fields: Pairs,
  caption: string,
  { connection }: Exchange,
  { secrets }: ViewContext,
  find: (shown: Exchange, index: number) => string | undefined,
): HTMLElement {
  const names = fields.map(([name = '']) => name.toLowerCase());
  const rows = fields.map(([name = '', value = ''], index) => {
    const isRepeated = names.filter((other) => other === names[index]).length > 1;
    const isOdd = connection.protocol !== 'HTTP/2' && !hasUsualCase(name);
    return el(
      'tr',
      {},
      el(
        'th',
        { scope: 'row' },
        name,
        isRepeated ? tag('repeated') : null,
        isOdd ? tag('unusual case') : null,
      ),
      el(
        'td',
        {},
        secrets.text(value, name, (shown) => find(shown, index)),
      ),
    );
  });
  return el('table', { class: 'fields' }, el('caption', { class: 'vh' }, caption), el('tbody', {}, rows));
}

/** Whether a name has a usual case: `content-type`, `Content-Type`, `ETag`, `WWW-Authenticate`. */
function hasUsualCase(name: string): boolean {
  return (
    name === name.toLowerCase() ||
    name
      .split('-')
      .every((word) => word === word.toUpperCase() || /^[A-Z][a-z\d]*$/.test(word) || WORDS.has(word))
  );
}

const WORDS: ReadonlySet<string> = new Set(['ETag', 'WebSocket']);

function tag(label: string): HTMLElement {
  return el('span', {}, ' ', el('span', { class: 'tag' }, label));
}

/** A clause about the end of an exchange without a complete response. */
export function describeEnd(ended: string): string {
  return ENDS[ended] ?? ended;
}

const ENDS: Readonly<Record<string, string>> = {
  'client-fin': 'the client closed the connection',
  'client-rst': 'the client reset the connection',
  'server-fin': 'the server closed the connection',
  'server-rst': 'the server reset the connection',
  timeout: 'a time limit was reached',
};
