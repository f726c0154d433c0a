import type { Exchange } from '#http/message/exchange.ts';
import { sendRepresentation } from '#http/message/representation.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { prose } from '#pages/components/prose.ts';
import { method } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import { type Page, renderPage } from '#pages/page.ts';
import { footStyle } from '#pages/styles/shell.ts';
import { pageStylesheet } from '#pages/styles/stylesheet.ts';
import type { DocsContext } from '../context/context.ts';
import { docsStyle } from './stylesheet.ts';

/** Sends the endpoints of a service in the form of a manual page. */
export async function sendManualPage(
  exchange: Exchange,
  { pages }: DocsContext,
  service: Service,
): Promise<void> {
  const page = await pages.get(exchange.route.template, async () =>
    renderPage(manualPage(service), exchange),
  );
  await sendRepresentation(exchange, page);
}

function manualPage(service: Service): Page {
  return {
    title: 'sparring(1)',
    stylesheet: pageStylesheet(
      `${docsStyle} dt { margin-top: var(--3); } dd { color: var(--ink-2); }`,
      footStyle,
    ),
    policy: ["form-action 'self'"],
    main: html`
      <h1>sparring(1)</h1>
      <h2>NAME</h2>
      <p>sparring: ${service.documentation.description}</p>
      <h2>SYNOPSIS</h2>
      <pre><code>curl [option…] http://host:port/endpoint</code></pre>
      <h2>ENDPOINTS</h2>
      <dl>${service.endpoints.map(entryOf)}</dl>
      <h2>SEE ALSO</h2>
      <p><a href="/docs">/docs</a> <a href="/spec.json">/spec.json</a></p>`,
  };
}

function entryOf(endpoint: Endpoint): Markup {
  return html`
    <dt>${pathOf(endpoint)} ${endpoint.methods.map((name) => html`${method(name)} `)}</dt>
    <dd>${prose(endpoint.summary)}</dd>`;
}

/** The path, as a link if it has GET and no parameters. */
function pathOf({ path, methods }: Endpoint): Markup {
  const isPlain = methods.includes('GET') && !path.includes('{');
  return isPlain ? html`<a href=${path}><code>${path}</code></a>` : html`<code>${path}</code>`;
}
