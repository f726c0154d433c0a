import { findField } from '#http/syntax/fields.ts';
import { factList } from '#pages/components/facts.ts';
import { icon } from '#pages/components/icon.ts';
import { method, type Outcome, status } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import { type Entry, type Exchange, isExchange, type Message, type Pairs } from './entry.ts';
import { ENDS, formatBodySize, formatClock, formatDuration } from './request-cells.ts';

/** What the script adds to the head of the detail. */
interface HeadControls {
  /** Buttons beside the title. */
  readonly nav?: Markup;
  readonly actions?: Markup | null;
  /** How long ago the entry was recorded. */
  readonly age?: string;
}

/** The head of the detail: status, title, what is known of the exchange with its end first, and the note. */
export function detailHead(entry: Entry, { nav, actions, age }: HeadControls = {}): Markup {
  return html`
    <header class="detail-head">
      <div class="heading">${statusPill(entry)}${heading(entry)}${nav}</div>
      ${summaryLine(entry, age)}
      ${actions}
      ${isExchange(entry) && entry.note !== null ? html`<p class="note">${icon('note')}<span>Note: ${entry.note}</span></p>` : null}
    </header>`;
}

function heading(entry: Entry): Markup {
  const title = isExchange(entry)
    ? html`${method(entry.request.method)} ${entry.request.target}`
    : html`${entry.title}`;
  return html`<h2 tabindex="-1"><small>#${entry.id}</small> ${title}</h2>`;
}

function statusPill(entry: Entry): Markup | null {
  if (!isExchange(entry)) {
    if (entry.kind === 'tls-error') return status('aborted', 'TLS');
    return entry.status === null ? null : status(entry.status);
  }
  const { response, ended } = entry;
  const outcome = outcomeOf(entry);
  if (outcome === 'pending') return status('pending');
  if (outcome === 'aborted')
    return status('aborted', response?.fault?.split('@')[0] ?? ENDS[ended ?? '']?.[0] ?? 'aborted');
  return status(outcome, `${outcome} ${response?.reason ?? ''}`.trim());
}

function outcomeOf({ response, ended }: Exchange): Outcome {
  if (ended === null && response?.status !== 101) return 'pending';
  if (!response?.status) return 'aborted';
  return ended === null || ended === 'answered' ? response.status : 'aborted';
}

/** Who ended an exchange, and when, if its response is not complete. */
function describeEnd({ response, ended, ms }: Exchange): string | undefined {
  const fault = response?.fault;
  if (ended === null || (ended === 'answered' && !fault)) return undefined;
  const what = fault ? `Fault ${fault}` : response?.status ? 'Incomplete response' : 'No response';
  if (ended === 'answered') return what;
  const when = ms.done === null ? '' : ` after ${formatDuration(ms.done)}`;
  const [word, by] = ENDS[ended] ?? [];
  const clause = by === undefined ? 'a time limit was reached' : `the ${by} ${word} the connection`;
  return `${what}: ${clause}${when}`;
}

function summaryLine(entry: Entry, age: string | undefined): Markup {
  const end = isExchange(entry) ? describeEnd(entry) : undefined;
  return html`
    <p class="summary">${end && html`<span class="end">${end}</span>`}${summaryOf(entry, age).map((text) => html`<span>${text}</span>`)}</p>`;
}

function summaryOf(entry: Entry, age: string | undefined): string[] {
  const time = [formatClock(Date.parse(entry.startedAt)), ...(age === undefined ? [] : [age])];
  if (!isExchange(entry)) return [...time, entry.connection.remote];
  const { ms, connection, bin, replayOf, webSocket, lab, unmatched } = entry;
  const place = connection.requestNumber === 1 ? 'new' : `request ${connection.requestNumber} of it`;
  return [
    ms.done === null ? 'in progress' : formatDuration(ms.done),
    ...time,
    webSocket === null ? connection.protocol : 'WebSocket',
    `connection ${connection.id}, ${place}`,
    bin && `bin ${bin}`,
    lab && `attempt ${lab.attempt} of ${lab.name}/${lab.key}`,
    unmatched && 'unmatched',
    replayOf && `again of #${replayOf}`,
    webSocket && `${webSocket.received + webSocket.sent} messages`,
  ].filter((text) => typeof text === 'string');
}

/** An entry in full, as the page shows it without JavaScript. */
export function entryMarkup(entry: Entry): Markup {
  return html`
    ${detailHead(entry)}
    ${
      isExchange(entry)
        ? html`
          <div class="panes-2">
            ${plainPane('Request', entry.request)}
            ${entry.response ? plainPane('Response', entry.response) : html`<section class="pane" aria-label="Response"><p class="content soft">No response</p></section>`}
          </div>
          ${exchangeFooter(entry)}`
        : html`<div class="content">${failureFacts(entry)}<h3>Connection</h3>${connectionFacts(entry)}</div>`
    }
    <p class="content"><a href="/_sparring/inspector">All requests</a></p>`;
}

function plainPane(title: string, { headers, body }: Message): Markup {
  return html`
    <section class="pane" aria-label=${title}>
      <header><h3>${title}</h3></header>
      <div class="content">
        <p class="cap">${describeBody(headers, body)}</p>
        ${body.length === 0 ? null : html`<pre tabindex="0">${body.text ?? 'The body is not text.'}</pre>`}
        <h4>Headers (${headers.length})</h4>
        ${valueTable(`Headers of the ${title.toLowerCase()}`, headers)}
      </div>
    </section>`;
}

/** Names with their values. @param head of the columns, where there are more than two cells in a row */
export function valueTable(
  label: string,
  rows: readonly (readonly [name: unknown, value: unknown, more?: Markup | null])[],
  head: Markup | null = null,
): Markup {
  return html`<table class="kv" aria-label=${label}>${head}<tbody>${rows.map(([name, value, more]) => html`<tr><th scope="row">${name}</th><td>${value}</td>${more}</tr>`)}</tbody></table>`;
}

/** The type and the size of a body, and how much of it the journal keeps. */
export function describeBody(headers: Pairs, { length, kept, truncated }: Message['body']): string {
  if (length === 0) return 'No body';
  const type = findField(headers, 'Content-Type')?.split(';')[0];
  const cut = truncated ? `, first ${formatBodySize(kept)} kept: --journal-body-size` : '';
  return `${type || 'Body'}, ${formatBodySize(length)}${cut}`;
}

/** What the server knows of a connection without a valid request. */
export function failureFacts(entry: Exclude<Entry, Exchange>): Markup {
  return facts([
    ['Error', entry.message !== entry.title && entry.message],
    [
      'Remedy',
      /_ALERT_UNKNOWN_CA$/.test(entry.code ?? '') && 'curl --cacert FILE, with the CA file of the banner',
    ],
    ['Answer', entry.status ?? 'none'],
    ['Code', entry.code],
  ]);
}

/** The connection of an entry: addresses, protocol and TLS. */
export function connectionFacts(entry: Entry): Markup {
  const { connection } = entry;
  const { tls } = connection;
  return facts([
    [
      'Connection',
      connection.requestNumber === 0
        ? connection.id
        : `${connection.id}, request ${connection.requestNumber} of it`,
    ],
    ['Client', connection.remote],
    ...(isExchange(entry) ? exchangeFacts(entry) : []),
    ['TLS', tls === null ? 'none' : (tls.version ?? 'not completed')],
    ['Server name (SNI)', tls?.sni],
    ['ALPN', tls?.alpn],
  ]);
}

function exchangeFacts(entry: Exchange): Fact[] {
  const { request, connection, webSocket, ended, endpoint, bin, lab, replayOf, startedAt } = entry;
  const end = ended === null ? 'in progress' : 'the response is complete';
  return [
    ['Head received', startedAt],
    ['Protocol', connection.protocol],
    ['Stream', connection.stream],
    ['Pseudo-fields', request.pseudoFields?.map((pair) => pair.join(' ')).join(', ')],
    [connection.stream === null ? 'Chunks' : 'DATA frames', describeChunks(request.chunks)],
    ['WebSocket', webSocket && `${webSocket.received} messages received, ${webSocket.sent} sent`],
    ['End', describeEnd(entry) ?? end],
    ['Endpoint', endpoint],
    ['Bin', bin],
    ['Lab', lab && `${lab.name}/${lab.key}, attempt ${lab.attempt}`],
    ['Repeats', replayOf && `request ${replayOf}`],
  ];
}

/** Sizes that are shown. */
const MAX_SIZES = 20;

function describeChunks(chunks: Exchange['request']['chunks']): string | undefined {
  if (chunks === undefined) return undefined;
  const { count, sizes } = chunks;
  if (count === 0) return 'none';
  const rest = count > MAX_SIZES ? ', …' : '';
  return `${count}, of ${sizes.slice(0, MAX_SIZES).join(', ')}${rest} bytes`;
}

/** A fact without a value is not shown. */
type Fact = readonly [term: string, value: string | number | false | null | undefined];

function facts(entries: readonly Fact[]): Markup {
  return factList(entries.filter(([, value]) => typeof value === 'number' || value));
}

/** The times of an exchange as one bar and in words: the request, the wait, and the response; and its connection, folded. */
export function exchangeFooter(entry: Exchange): Markup {
  const { ms, connection } = entry;
  const end = ms.done ?? Math.max(ms.firstByte ?? 0, ms.body ?? 0);
  const first = ms.firstByte ?? end;
  // A response can begin before the end of the request.
  const body = Math.min(ms.body ?? first, first, end);
  const phases = [
    ['Request body', 't-b', 0, body],
    ['Wait', 't-c', body, first],
    ['Response', 't-d', first, end],
  ] as const;
  const known = phases.filter(([name, , from, to]) => to > from || (name === 'Wait' && end > 0));
  const width = (time: number) => Math.round((time / (end || 1)) * 1000) / 10;
  const words = known.map(([name, , from, to]) => `${name} ${formatDuration(to - from)}`);
  return html`
    <footer class="timing">
      <span>Timing</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${words.join(', ')}>${known.map(
        ([, tone, from, to]) =>
          html`<rect class=${tone} x=${width(from)} width=${width(to - from)} height="10" />`,
      )}</svg>
      <b>${ms.done === null ? 'in progress' : formatDuration(ms.done)}</b>
      <div class="legend">${known.map(([, tone], index) => html`<span><i class=${tone}></i>${words[index]}</span>`)}${ms.firstByte === null && ms.done !== null ? html`<span>No response</span>` : null}</div>
      <details><summary>Connection ${connection.id}.${connection.requestNumber}, ${connection.protocol}, ${connection.remote}</summary>${connectionFacts(entry)}</details>
    </footer>`;
}
