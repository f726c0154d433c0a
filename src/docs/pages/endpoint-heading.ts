import type { Endpoint, Method } from '#http/routing/endpoint.ts';
import { html, type Markup } from '#pages/html.ts';

/** The methods of an endpoint, and whether it is deprecated. */
export function endpointBadges({ methods, deprecated }: Endpoint): Markup {
  return html`
    ${methods.map((method) => html`${' '}<span class="method">${nameOf(method)}</span>`)}
    ${deprecated ? html`${' '}<span class="deprecated">deprecated</span>` : undefined}`;
}

function nameOf(method: Method): string {
  return method === '*' ? 'ANY' : method;
}
