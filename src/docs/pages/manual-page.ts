import type { Endpoint } from '../../http/endpoint.ts';
import type { Html, Markup } from '../../http/pages/page.ts';
import type { Service } from '../../http/service.ts';
import { prose } from './prose.ts';

/** All endpoints of a service, each on a line, in the order and with the headings of a manual page. */
export function manual(html: Html, service: Service): Markup {
  const entry = (endpoint: Endpoint) => html`
    <dt>${pathOf(html, endpoint)} ${endpoint.methods.map((method) => html`<span class="method">${method}</span> `)}</dt>
    <dd>${prose(html, endpoint.summary)}</dd>`;
  return html`
    <header><h1>sparring(1)</h1></header>
    <main>
      <h2>NAME</h2>
      <p>sparring: ${service.description}</p>
      <h2>SYNOPSIS</h2>
      <pre><code>curl [option…] http://host:port/endpoint</code></pre>
      <h2>ENDPOINTS</h2>
      <dl>${service.endpoints.map(entry)}</dl>
      <h2>SEE ALSO</h2>
      <p><a href="/docs">/docs</a> <a href="/spec.json">/spec.json</a></p>
    </main>`;
}

/** A link where the path needs nothing filled in, and asking for it does no harm. */
function pathOf(html: Html, { path, methods }: Endpoint): Markup {
  const isPlain = methods.includes('GET') && !path.includes('{');
  return isPlain ? html`<a href=${path}><code>${path}</code></a>` : html`<code>${path}</code>`;
}
