import { createHash } from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import type { Service } from '../http/service.ts';
import { toCurl } from './curl.ts';
import { stylesheet } from './stylesheet.ts';

/** The parts that pages are made of. Loaded on first use: a server that shows no page never needs them. */
async function loadMarkup() {
  const [{ h }, htm, { render }] = await Promise.all([
    import('preact'),
    import('htm'),
    import('preact-render-to-string'),
  ]);
  // Its types describe the CommonJS file, where the function lies one level deeper than in the module that is loaded.
  const tag = htm.default as unknown as (typeof htm)['default']['default'];
  return { html: tag.bind(h), render };
}

/** Answers with the documentation of these services; every value is escaped by the renderer. */
export async function answerPage(
  exchange: Exchange,
  version: string,
  services: readonly Service[],
): Promise<void> {
  const { html, render } = await loadMarkup();
  const baseUrl = `http://${exchange.field('Host') ?? 'localhost'}`;

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

  const page = html`
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sparring</title>
        <style dangerouslySetInnerHTML=${{ __html: stylesheet }}></style>
      </head>
      <body>
        <header>
          <h1>Sparring <small>${version}</small></h1>
          <p>A sparring partner for HTTP clients: point yours here and see what it does.</p>
          <nav>${services.map((service) => html`<a href="#${service.name}">${service.title}</a> `)}</nav>
        </header>
        <main>${services.map(serviceOf)}</main>
      </body>
    </html>`;
  exchange.send(
    200,
    [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Security-Policy', contentSecurityPolicy()],
      ['X-Content-Type-Options', 'nosniff'],
    ],
    `<!doctype html>${[page]
      .flat()
      .map((part) => render(part))
      .join('')}\n`,
  );
}

function contentSecurityPolicy(): string {
  const digest = createHash('sha256').update(stylesheet).digest('base64');
  return `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
