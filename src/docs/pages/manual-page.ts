import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { prose } from '#pages/components.ts';
import type { Html, Markup, Page } from '#pages/page.ts';
import { stylesheet } from './stylesheet.ts';

/** The endpoints of a service in the form of a manual page. */
export function manualPage(service: Service): Page {
  return {
    title: 'sparring(1)',
    stylesheet,
    policy: ["form-action 'self'"],
    main: (html) => html`
      <h1>sparring(1)</h1>
      <h2>NAME</h2>
      <p>sparring: ${service.documentation.description}</p>
      <h2>SYNOPSIS</h2>
      <pre><code>curl [option…] http://host:port/endpoint</code></pre>
      <h2>ENDPOINTS</h2>
      <dl>${service.endpoints.map((endpoint) => entryOf(html, endpoint))}</dl>
      <h2>SEE ALSO</h2>
      <p><a href="/docs">/docs</a> <a href="/spec.json">/spec.json</a></p>`,
  };
}

function entryOf(html: Html, endpoint: Endpoint): Markup {
  return html`
    <dt>${pathOf(html, endpoint)} ${endpoint.methods.map((method) => html`<span class="method">${method}</span> `)}</dt>
    <dd>${prose(html, endpoint.summary)}</dd>`;
}

/** The path, as a link if it has GET and no parameters. */
function pathOf(html: Html, { path, methods }: Endpoint): Markup {
  const isPlain = methods.includes('GET') && !path.includes('{');
  return isPlain ? html`<a href=${path}><code>${path}</code></a>` : html`<code>${path}</code>`;
}
