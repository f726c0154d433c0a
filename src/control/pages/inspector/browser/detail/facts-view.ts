import { chartRegion, el, svg } from '#pages/browser/dom.ts';
import type { Entry, Exchange, Failure } from '../../entry.ts';
import { isExchange } from '../../entry.ts';
import { formatMilliseconds } from '../../request-cells.ts';
import { hexDump } from '../body/hex-dump.ts';
import { describeEnd } from './message-view.ts';

/** The connection of an entry: addresses, protocol and TLS. */
export function connectionView(entry: Entry): HTMLElement {
  const { connection } = entry;
  const { tls } = connection;
  return facts([
    ['Connection', `${connection.id}, request ${connection.requestNumber} of it`],
    ['Client', connection.remote],
    ...(isExchange(entry)
      ? ([
          ['Protocol', entry.connection.protocol],
          ['Stream', entry.connection.stream === null ? '' : String(entry.connection.stream)],
          ['Pseudo-fields', (entry.request.pseudoFields ?? []).map((pair) => pair.join(' ')).join(', ')],
          [entry.connection.stream === null ? 'Chunks' : 'DATA frames', describeChunks(entry.request.chunks)],
          [
            'WebSocket',
            entry.webSocket
              ? `${entry.webSocket.received} messages received, ${entry.webSocket.sent} sent`
              : '',
          ],
          [
            'End',
            entry.ended === null
              ? 'in progress'
              : entry.ended === 'answered'
                ? 'the response is complete'
                : describeEnd(entry.ended),
          ],
          ['Endpoint', entry.endpoint ?? ''],
          ['Bin', entry.bin ?? ''],
          ['Lab', entry.lab ? `${entry.lab.name}/${entry.lab.key}, attempt ${entry.lab.attempt}` : ''],
          ['Repeats', entry.replayOf === null ? '' : `request ${entry.replayOf}`],
        ] as const)
      : []),
    ['TLS', tls === null ? 'none' : (tls.version ?? 'unknown')],
    ['Server name (SNI)', tls?.sni ?? ''],
    ['ALPN', tls?.alpn ?? ''],
  ]);
}

/** Sizes that are shown. */
const MAX_SIZES = 20;

function describeChunks(chunks: Exchange['request']['chunks']): string {
  if (chunks === undefined) return '';
  const { count, sizes } = chunks;
  if (count === 0) return 'none';
  const rest = count > MAX_SIZES ? ', …' : '';
  return `${count}, of ${sizes.slice(0, MAX_SIZES).join(', ')}${rest} bytes`;
}

/** The times of an exchange, as text and as bars with their names. */
export function timingView({ startedAt, ms }: Exchange): HTMLElement {
  const end = Math.max(ms.done ?? 0, ms.firstByte ?? 0, ms.body ?? 0, 0.001);
  const phases = [
    ['Body of the request', 0, ms.body],
    ['Until the response', ms.body ?? 0, ms.firstByte],
    ['Response', ms.firstByte ?? 0, ms.done],
  ] as const;
  const known = phases.filter(([, , to]) => to !== null);
  const bars = known.map(([label, from, to], index) => {
    const spent = (to ?? 0) - from;
    const width = Math.max(2, (spent / end) * WIDTH);
    // A short bar at the end is in the chart, too.
    const x = Math.min((from / end) * WIDTH, WIDTH - width);
    return svg(
      'g',
      {},
      svg('text', { x: 0, y: index * 22 + 15 }, `${label}: ${formatMilliseconds(spent)} ms`),
      svg('rect', {
        x: LABELS + x,
        y: index * 22 + 4,
        width,
        height: 14,
        class: `fill-${index + 1}`,
      }),
    );
  });
  const summary = known
    .map(([label, from, to]) => `${label}: ${formatMilliseconds((to ?? 0) - from)} ms`)
    .join('; ');
  return el(
    'div',
    {},
    facts([
      ['Head received', startedAt],
      ...phases.map(
        ([label, from, to]) =>
          [
            label,
            to === null
              ? 'not reached'
              : `${formatMilliseconds(to - from)} ms, until ${formatMilliseconds(to)} ms`,
          ] as const,
      ),
    ]),
    chartRegion(
      'Chart of the times',
      svg(
        'svg',
        { viewBox: `0 0 ${LABELS + WIDTH} 70`, role: 'img', 'aria-label': `Times. ${summary}` },
        bars,
      ),
    ),
  );
}

/** Width of the names before the bars, and of the bars. */
const LABELS = 190;
const WIDTH = 410;

/** A connection without a valid request: what the server received instead. */
export function failureView({ kind, code, message, status, raw }: Failure): HTMLElement {
  const bytes = Uint8Array.from(atob(raw), (character) => character.charCodeAt(0));
  return el(
    'div',
    {},
    facts([
      ['Error', message ?? code ?? ''],
      ['Answer', status === null ? '' : String(status)],
    ]),
    bytes.length === 0
      ? el('p', {}, kind === 'no-request' ? NO_BYTES : 'The journal has no bytes of it.')
      : el('pre', { class: 'hex mono', tabindex: 0 }, hexDump(bytes)),
  );
}

const NO_BYTES = 'The server received no byte of a request.';

function facts(entries: readonly (readonly [term: string, value: string])[]): HTMLElement {
  const rows = entries.filter(([, value]) => value !== '');
  return el(
    'dl',
    { class: 'facts' },
    rows.map(([term, value]) => [el('dt', {}, term), el('dd', {}, value)]),
  );
}
