import type { Exchange } from '#http/message/exchange.ts';
import { summarizeEntries } from '#journal/reading/summarize-entries.ts';
import { html } from '#pages/html.ts';
import { rowStyle } from '#pages/styles/rows.ts';
import { tileStyle } from '#pages/styles/tiles.ts';
import type { PageAccess } from '../../context/access.ts';
import type { ControlContext } from '../../context/context.ts';
import { sendControlPage } from '../control-page.ts';
import { requestRowStyle } from '../requests/request-rows.ts';
import { type LatestRequests, MAX_REQUESTS, MAX_USES, type Overview, overviewView } from './overview-view.ts';

/** Sends the state of the server, with links to all pages. Its script keeps it current. @param overview undefined without access */
export async function sendOverview(
  exchange: Exchange,
  service: ControlContext,
  access: PageAccess,
  overview: Overview | undefined,
): Promise<void> {
  const now = service.operations.runtime.machineNow();
  await sendControlPage(exchange, service, access, {
    name: 'overview',
    title: 'Control',
    stylesheet: `
.grid2 { display: grid; gap: var(--6) var(--7); grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); margin-top: var(--6); } .grid2 section { min-width: 0; } .grid2 h2 { align-items: baseline; display: flex; font: var(--t-h3); gap: var(--2); } .grid2 h2 a { font: var(--t-13); margin-left: auto; } .grid2 h2:not(:first-child) { margin-top: var(--5); }
.tile .meter { margin: 4px 0; }
@media (max-width: 899px) { .grid2 { grid-template-columns: minmax(0, 1fr); } }
`,
    parts: [tileStyle, rowStyle, requestRowStyle],
    worksWithoutScript: true,
    main: html`<div id="overview">${overview && overviewView(overview, await readLatest(service), now)}</div>`,
  });
}

async function readLatest({ operations: { journal, redaction } }: ControlContext): Promise<LatestRequests> {
  if (!journal) return { requests: [], uses: [] };
  const readable = await journal.read();
  const select = (limit: number, filter?: string) => {
    const parameters = filter === undefined ? {} : { filter };
    return summarizeEntries(readable, { parameters, scope: 'clients', limit }, redaction).requests;
  };
  return { requests: select(MAX_REQUESTS), uses: select(MAX_USES, 'rule:*') };
}
