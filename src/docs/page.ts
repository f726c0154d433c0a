import type { Exchange } from '../http/exchange.ts';
import { type Html, type Markup, sendPage } from '../http/page.ts';
import type { Service } from '../http/service.ts';
import { toCurl } from './curl.ts';
import { stylesheet } from './stylesheet.ts';

/** Answers with the documentation of these services; every value is escaped by the renderer. */
export function answerPage(exchange: Exchange, version: string, services: readonly Service[]): Promise<void> {
  const baseUrl = `http://${exchange.field('Host') ?? 'localhost'}`;

  return sendPage(exchange, {
    title: 'Sparring',
    stylesheet,
    policy: ["form-action 'none'"],
    body: (html) => bodyOf(html, baseUrl, version, services),
  });
}

function bodyOf(html: Html, baseUrl: string, version: string, services: readonly Service[]): Markup {
  const exampleOf = (endpoint: Service['endpoints'][number]) =>
    endpoint.examples
      .slice(0, 1)
      .map((example) => html`<pre><code>${toCurl(baseUrl, endpoint, example)}</code></pre>`);

  const endpointOf = (endpoint: Service['endpoints'][number]) => html`
    <li>
      <h4>
        ${endpoint.methods.map((method) => html`<span class="method">${method}</span> `)}
        <code>${endpoint.path}</code>
        ${endpoint.deprecated ? html` <span class="deprecated">deprecated</span>` : ''}
      </h4>
      <p>${endpoint.summary}</p>
      ${exampleOf(endpoint)}
    </li>`;

  const groupOf = (tag: string, service: Service) => html`
    <section>
      <h3>${tag}</h3>
      <ul>${service.endpoints.filter((endpoint) => endpoint.tag === tag).map(endpointOf)}</ul>
    </section>`;

  const serviceOf = (service: Service) => html`
    <section id=${service.name}>
      <h2>${service.title}</h2>
      <p>${service.description} <a href="/docs/${service.name}/openapi.json">OpenAPI 3.1</a></p>
      ${[...new Set(service.endpoints.map((endpoint) => endpoint.tag))].map((tag) => groupOf(tag, service))}
    </section>`;

  return html`
    <header>
      <h1>Sparring <small>${version}</small></h1>
      <p>A sparring partner for HTTP clients: point yours here and see what it does.</p>
      <nav>${services.map((service) => html`<a href="#${service.name}">${service.title}</a> `)}</nav>
    </header>
    <main>${services.map(serviceOf)}</main>`;
}
