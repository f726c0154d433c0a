import { formatAge } from '#pages/age.ts';
import { factList } from '#pages/components/facts.ts';
import { meter, tile } from '#pages/components/tile.ts';
import { time } from '#pages/components/time.ts';
import { html, type Markup } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';
import { formatCount } from '../inspector/request-cells.ts';
import { type RequestRow, requestRows } from '../requests/request-rows.ts';

/** The state of the server, as `GET /_sparring` returns it. */
export interface Overview {
  readonly version: string;
  readonly url: string;
  readonly clock: { readonly now: string; readonly mode: string };
  readonly api_version: string;
  readonly phase: string;
  readonly counts: Readonly<Record<string, number>>;
  /** In seconds. */
  readonly uptime: number;
  readonly connections: number;
  readonly journal: { readonly entries: number; readonly limit: number; readonly dropped: number };
  readonly rules: { readonly on: number; readonly off: number; readonly applied: number };
}

/** What the page shows of the journal; undefined where it is not read yet. */
export interface LatestRequests {
  readonly requests: readonly RequestRow[];
  /** The latest that a rule was applied to. */
  readonly uses: readonly RequestRow[];
}

/** Number of requests, and of uses of rules, that the page lists. */
export const [MAX_REQUESTS, MAX_USES] = [5, 3];

/** @param now milliseconds since the epoch */
export function overviewView(overview: Overview, latest: LatestRequests | undefined, now: number): Markup {
  const { journal, rules, connections, uptime } = overview;
  const received = journal.entries + journal.dropped;
  return html`
    <div class="stack">
      <div class="tiles">
        ${tile({
          caption: 'Journal',
          figure: formatCount(journal.entries),
          unit: journal.limit === 0 ? 'off' : `of ${formatCount(journal.limit)} entries`,
          lines: [
            meter('Journal', journal.entries, Math.max(journal.limit, 1)),
            journal.dropped === 0 ? 'none removed' : `${formatCount(journal.dropped)} removed`,
          ],
          href: '/_sparring/inspector',
        })}
        ${tile({ caption: 'Requests', figure: formatCount(received), unit: 'recorded', lines: [latest?.requests[0] ? `last: ${formatAge(now - latest.requests[0].at)} ago` : 'none yet'], href: '/_sparring/inspector' })}
        ${tile({ caption: 'Rules', figure: String(rules.on), unit: rules.off === 0 ? 'on' : `on, ${rules.off} off`, lines: [plural(rules.applied, 'use')], href: '/_sparring/panel/rules' })}
        ${tile({ caption: 'Connections', figure: formatCount(connections), unit: 'open', lines: [`running for ${formatAge(uptime * 1000)}`], href: '/_sparring/metrics' })}
      </div>
      <div class="grid2">
        <section aria-labelledby="last-requests"><h2 id="last-requests">Last requests <a href="/_sparring/inspector">Inspector</a></h2>${list('Last requests', latest?.requests, 'No request yet.')}
          <h2 id="last-uses">Last uses of rules <a href="/_sparring/panel/rules">Rules</a></h2>${list('Last uses of rules', latest?.uses, 'No rule was applied yet.')}</section>
        <section aria-labelledby="state"><h2 id="state">State</h2>${state(overview)}</section>
      </div>
    </div>`;
}

function list(label: string, rows: readonly RequestRow[] | undefined, none: string): Markup {
  return rows === undefined || rows.length === 0
    ? html`<p class="soft">${none}</p>`
    : requestRows(label, rows);
}

function state({ version, url, clock, api_version, phase, counts }: Overview): Markup {
  return factList([
    ['Version', version],
    ['URL', html`<code>${url}</code>`],
    ['Clock', html`<a href="/_sparring/panel/clock">${time(clock.now)}</a>, ${clock.mode}`],
    ['API', html`${api_version}, in the phase <a href="/_sparring/panel/lifecycle">${phase}</a>`],
    [
      'Data',
      html`<a href="/_sparring/panel/data">${Object.entries(counts)
        .map(([name, count]) => plural(count, name.replaceAll('_', ' ').replace(/s$/, '')))
        .join(', ')}</a>`,
    ],
    [
      'More',
      html`<a href="/_sparring/bins">Bins</a>, <a href="/_sparring/panel/outbox">Outbox</a>, <a href="/_sparring/panel/audit">Audit</a>`,
    ],
    [
      'For programs',
      html`<a href="/_sparring/health">Health</a>, <a href="/_sparring/ready">Readiness</a>, <a href="/_sparring/metrics">Metrics</a>, <a href=${`${url}/docs?service=control`}>Reference</a>`,
    ],
  ]);
}
