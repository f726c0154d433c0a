import { Component } from 'preact';
import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { type Segment, segmentedControl } from '#pages/components/segmented-control.ts';
import { component, html, type Markup } from '#pages/html.ts';
import { valueTable } from '../../detail-markup.ts';
import type { Exchange, Message } from '../../entry.ts';
import { BodyView } from '../body/body-view.ts';
import { textBlock } from '../body/plain-views.ts';
import { decodePercent, decodeText, type Pair, parsePair } from '../common/decoding.ts';
import { hasMask, headerTable, pairTable, type Secrets, Value } from './values.ts';

export type MessagePart = 'request' | 'response';

export interface PaneContext {
  readonly api: Api;
  readonly secrets: Secrets;
  /** What a pane shows: all of the message with its body first, or a part. */
  readonly shown: string;
  choose(section: string): void;
}

/** The request or the response of an exchange, with a choice of its parts. */
export function messagePane(exchange: Exchange, part: MessagePart, context: PaneContext): Markup {
  const message = exchange[part];
  const title = part === 'request' ? 'Request' : 'Response';
  if (message === null || (part === 'response' && exchange.response?.status === 0))
    return emptyPane(exchange);
  const sections = sectionsOf(exchange, part);
  const shown = sections.some(({ value }) => value === context.shown) ? context.shown : 'Body';
  return html`
    <section class="pane" aria-label=${title}>
      <header><h3>${title}</h3>${segmentedControl({
        name: `${part}-part`,
        legend: `Part of the ${part}`,
        segments: sections,
        value: shown,
        onChange: context.choose,
      })}</header>
      <div class="content" tabindex="0" role="region" aria-label=${`${title}: ${shown}`}>${sectionContent(shown, exchange, part, message, context)}</div>
    </section>`;
}

function emptyPane({ ended }: Exchange): Markup {
  return html`
    <section class="pane" aria-label="Response"><header><h3>Response</h3></header><div class="content"><p class="cap">${ended === null ? 'The response has not begun' : 'No response'}</p></div></section>`;
}

function sectionsOf(exchange: Exchange, part: MessagePart): Segment[] {
  const isRequest = part === 'request';
  const section = (name: string, count?: number) => ({ value: name, label: name, count });
  return [
    section('Body'),
    section('Headers', exchange[part]?.headers.length ?? 0),
    section('Query', isRequest ? queryOf(exchange).length : 0),
    section('Cookies', isRequest ? cookiesOf(exchange).length : 0),
    section('Raw'),
  ].filter(({ value, count }) => count !== 0 || value === 'Headers');
}

function sectionContent(
  shown: string,
  exchange: Exchange,
  part: MessagePart,
  message: Message,
  { api, secrets }: PaneContext,
): Markup | null {
  const { id, request } = exchange;
  switch (shown) {
    case 'Headers':
      return headerTables(exchange, part, message, secrets);
    case 'Query':
      return queryTable(exchange, secrets);
    case 'Cookies':
      return cookieTable(exchange);
    case 'Raw':
      return component(RawMessage, { key: `${id} ${part}`, api, exchange, part });
    default:
      return html`
        ${part === 'request' && request.aborted ? html`<p class="err">The client disconnected before the end of the body.</p>` : null}
        ${message.body.length === 0 ? html`<p class="cap">No body</p>` : component(BodyView, { key: `${id} ${part}`, api, id, part, message })}
        ${part === 'request' ? html`${queryTable(exchange, secrets)}${cookieTable(exchange)}` : null}
        ${headerTables(exchange, part, message, secrets)}`;
  }
}

function headerTables(exchange: Exchange, part: MessagePart, message: Message, secrets: Secrets): Markup {
  const interim = part === 'response' ? (exchange.response?.informational ?? []) : [];
  const table = (name: 'headers' | 'trailers', title: string) => html`
    <h4>${title}</h4>${headerTable(message[name], `${title} of the ${part}`, exchange, secrets, (shown, index) => shown[part]?.[name][index]?.[1])}`;
  return html`
    ${interim.map(({ status, headers }) => html`<h4>Interim response ${status}</h4>${headerTable(headers, `Headers of the response ${status}`, exchange, secrets, () => undefined)}`)}
    ${table('headers', 'Headers')}
    ${message.trailers.length === 0 ? null : table('trailers', 'Trailers')}`;
}

/** The query decoded, and the target as it was sent, where a part of it is masked. */
function queryTable(exchange: Exchange, secrets: Secrets): Markup | null {
  const pairs = queryOf(exchange);
  const { target } = exchange.request;
  if (pairs.length === 0) return null;
  return html`
    <h4>Query</h4>${pairTable('Query', pairs, (text) => decodePercent(text.replaceAll('+', ' ')))}
    ${hasMask(target) ? valueTable('Target', [['Target', component(Value, { text: target, label: 'the target', secrets, find: (shown: Exchange) => shown.request.target })]]) : null}`;
}

function cookieTable(exchange: Exchange): Markup | null {
  const pairs = cookiesOf(exchange);
  return pairs.length === 0 ? null : html`<h4>Cookies</h4>${pairTable('Cookies', pairs, (text) => text)}`;
}

function queryOf({ request: { target } }: Exchange): Pair[] {
  const query = target.includes('?') ? target.slice(target.indexOf('?') + 1) : '';
  return parsePairs(query.split('&'));
}

function cookiesOf({ request: { headers } }: Exchange): Pair[] {
  const fields = headers.filter(([name]) => name.toLowerCase() === 'cookie');
  return parsePairs(fields.flatMap(([, value]) => value.split(/; */)));
}

function parsePairs(texts: readonly string[]): Pair[] {
  return texts.filter(Boolean).map((text) => parsePair(text, '='));
}

interface RawProps {
  readonly api: Api;
  readonly exchange: Exchange;
  readonly part: MessagePart;
}

/** The message as text: its first line, its headers, and its body. */
class RawMessage extends Component<RawProps, { readonly text?: string }> {
  override state: { readonly text?: string } = {};

  override componentDidMount(): void {
    void attempt(async () => this.setState({ text: await this.#read() }));
  }

  override render(): Markup | null {
    const { text } = this.state;
    return text === undefined ? null : textBlock(text);
  }

  async #read(): Promise<string> {
    const { api, exchange, part } = this.props;
    const { id, response } = exchange;
    if (part === 'request') {
      const bytes = new Uint8Array(await (await api.call(`/_sparring/requests/${id}/as/http`)).arrayBuffer());
      return decodeText(bytes) ?? new TextDecoder('latin1').decode(bytes);
    }
    const fields = response?.headers.map(([name, value]) => `${name}: ${value}\n`) ?? [];
    return `${exchange.connection.protocol} ${response?.status} ${response?.reason}\n${fields.join('')}\n${response?.body.text ?? ''}`;
  }
}
