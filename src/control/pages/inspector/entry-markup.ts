import { factList } from '#pages/components/facts.ts';
import { table } from '#pages/components/table.ts';
import { html, type Markup } from '#pages/html.ts';
import { type Entry, type Exchange, isExchange, type Message } from './entry.ts';
import { formatBodySize, formatClock, formatDuration } from './request-cells.ts';

/** An entry in full, as the page shows it without JavaScript. */
export function entryMarkup(entry: Entry): Markup {
  if (!isExchange(entry))
    return html`<h2>#${entry.id} ${entry.title}</h2>${factList([
      ['Error', entry.message ?? entry.code ?? ''],
      ['Answer', entry.status === null ? '' : String(entry.status)],
      ['Client', entry.connection.remote],
      ['Time', entry.startedAt],
    ])}`;
  const { request, response, connection, ms } = entry;
  return html`
    <h2><span class="mono">${request.method} ${request.target}</span></h2>
    <p class="summary">${response ? `${response.status} ${response.reason} · ` : ''}${ms.done === null ? 'pending' : formatDuration(ms.done)} · #${entry.id} · ${formatClock(Date.parse(entry.startedAt))} · ${connection.protocol} · connection ${connection.id}</p>
    ${entry.note === null ? null : html`<p>${entry.note}</p>`}
    <h3>Request</h3>
    ${messageMarkup(request)}
    <h3>Response</h3>
    ${response ? messageMarkup(response) : html`<p>There is no response.</p>`}
    <h3>Connection</h3>
    ${factList(facts(entry))}
    <p><a href="/_sparring/inspector">All requests</a></p>`;
}

function messageMarkup({ headers, body }: Message): Markup {
  const rows = headers.map(([name = '', value = '']) => [name, value]);
  return html`
    <h4>Body <small>${formatBodySize(body.length)}</small></h4>
    ${
      body.length === 0
        ? html`<p class="soft">The message has no body.</p>`
        : html`<pre tabindex="0">${body.text ?? 'The body is not text.'}</pre>`
    }
    <h4>Headers (${headers.length})</h4>
    ${table(['Name', 'Value'], rows)}`;
}

function facts({ connection, endpoint, bin, replayOf }: Exchange): [string, string][] {
  const all: [string, string | null][] = [
    ['Client', connection.remote],
    ['Endpoint', endpoint],
    ['Bin', bin],
    ['Repeats', replayOf === null ? null : `request ${replayOf}`],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}
