import type { Endpoint, Method } from '#http/routing/endpoint.ts';
import { badge } from '#pages/components/label.ts';
import { method } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';

/** The methods of an endpoint, and whether it is deprecated. */
export function endpointBadges({ methods, deprecated }: Endpoint): Markup {
  return html`
    ${methods.map((name) => html`${' '}${method(nameOf(name))}`)}
    ${deprecated ? html`${' '}${badge('deprecated', 'warn')}` : undefined}`;
}

/** The name of a method, which can be any. */
export function nameOf(name: Method | undefined): string {
  return name === '*' || name === undefined ? 'ANY' : name;
}
