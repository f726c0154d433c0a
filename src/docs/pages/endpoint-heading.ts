import type { Endpoint, Method } from '#http/routing/endpoint.ts';
import { badge } from '#pages/components/label.ts';
import { method } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';

/** The methods of an endpoint, and whether it is deprecated. */
export function endpointBadges({ methods, deprecated }: Endpoint): Markup {
  return html`
    ${methods.map((name) => html`${method(nameOf(name))} `)}
    ${deprecated ? badge('deprecated', 'warn') : undefined}`;
}

/** What a list of endpoints says besides the first method and the path: further methods, and whether it is deprecated. */
export function endpointLabels({ methods, deprecated }: Endpoint): Markup {
  const [, ...others] = methods;
  return html`
    ${others.length === 0 ? undefined : html`<small>also ${others.map(nameOf).join(', ')}</small>`}
    ${deprecated ? badge('deprecated', 'warn') : undefined}`;
}

/** The name of a method, which can be any. */
export function nameOf(name: Method | undefined): string {
  return name === '*' || name === undefined ? 'ANY' : name;
}
