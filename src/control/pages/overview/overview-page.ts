import type { Exchange } from '#http/message/exchange.ts';
import { factList } from '#pages/components/facts.ts';
import { html, type Markup } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';
import type { PageAccess } from '../../context/access.ts';
import type { ControlContext } from '../../context/context.ts';
import { type ControlPage, sendControlPage } from '../control-page.ts';

/** The state of the server, as `GET /_sparring` returns it. */
export interface Overview {
  readonly version: string;
  readonly url: string;
  readonly clock: { readonly now: string; readonly mode: string };
  readonly api_version: string;
  readonly phase: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Sends the state of the server, with links to all pages and endpoints of the control API. @param overview undefined without access */
export async function sendOverview(
  exchange: Exchange,
  service: ControlContext,
  access: PageAccess,
  overview: Overview | undefined,
): Promise<void> {
  const page = overviewPage(overview, service.mainPort.originFor(exchange));
  await sendControlPage(exchange, service, access, page);
}

function overviewPage(overview: Overview | undefined, mainOrigin: string): ControlPage {
  return {
    name: 'overview',
    title: 'Control',
    stylesheet: `
.facts { margin-top: var(--4); }
.groups { display: grid; gap: var(--5) var(--6); grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); margin-top: var(--5); }
.groups li { margin: var(--1) 0; } .groups ul { margin: 0; padding-left: var(--5); }
`,
    worksWithoutScript: true,
    main: html`
      ${overview ? state(overview) : html`<p>The server has a control token, which its pages ask for.</p>`}
      <div class="groups">
        ${group('See requests', [
          ['/_sparring/inspector', 'Inspector', 'the recorded requests, live'],
          ['/_sparring/bins', 'Bins', 'URLs with requests and responses of their own'],
        ])}
        ${group('Control the server', [
          ['/_sparring/panel/rules', 'Rules', 'responses, delays and faults for selected requests'],
          ['/_sparring/panel/clock', 'Clock', 'freeze, set and advance the time'],
          ['/_sparring/panel/data', 'Data', 'snapshots and reset'],
          ['/_sparring/panel/lifecycle', 'Lifecycle', 'deprecation, brownouts and removal of the API'],
          ['/_sparring/panel/outbox', 'Outbox', 'messages and codes that the server would have sent'],
          ['/_sparring/panel/audit', 'Audit', 'calls of the API by program'],
        ])}
        ${group('For programs', [
          ['/_sparring/health', 'Health', 'GET /_sparring/health'],
          ['/_sparring/ready', 'Readiness', 'GET /_sparring/ready'],
          ['/_sparring/metrics', 'Metrics', 'in the format of Prometheus'],
          [`${mainOrigin}/docs?service=control`, 'Reference', 'all endpoints of the control API'],
        ])}
      </div>`,
  };
}

function state({ version, url, clock, api_version, phase, counts }: Overview): Markup {
  return factList([
    ['Version', version],
    ['URL', html`<code>${url}</code>`],
    [
      'Clock',
      html`<a href="/_sparring/panel/clock">${clock.now.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC')}</a>, ${clock.mode}`,
    ],
    ['API', html`${api_version}, in the phase <a href="/_sparring/panel/lifecycle">${phase}</a>`],
    [
      'Data',
      Object.entries(counts)
        .map(([name, count]) => plural(count, name.replaceAll('_', ' ').replace(/s$/, '')))
        .join(', '),
    ],
  ]);
}

function group(
  title: string,
  links: readonly (readonly [path: string, name: string, text: string])[],
): Markup {
  return html`
    <section><h2>${title}</h2><ul>${links.map(([path, name, text]) => html`<li><a href=${path}>${name}</a><span class="soft">: ${text}</span></li>`)}</ul></section>`;
}
