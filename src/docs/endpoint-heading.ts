import type { Endpoint, Method } from '../http/endpoint.ts';
import type { Html, Markup } from '../http/page.ts';

/** Path and methods, and whether there is something better by now. */
export function endpointHeading(html: Html, { methods, path, deprecated }: Endpoint): Markup {
  return html`
    <h4>
      <code>${path}</code>
      ${methods.map((method) => html`${' '}<span class="method">${nameOf(method)}</span>`)}
      ${deprecated ? html`${' '}<span class="deprecated">deprecated</span>` : undefined}
    </h4>`;
}

function nameOf(method: Method): string {
  return method === '*' ? 'ANY' : method;
}
