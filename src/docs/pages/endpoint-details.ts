import type { Endpoint, Method } from '../../http/endpoint.ts';
import { prose } from '../../http/pages/components.ts';
import type { Html, Markup } from '../../http/pages/page.ts';
import type { Service } from '../../http/service.ts';
import type { BaseUrls } from '../context.ts';
import { exampleList } from './example-list.ts';
import { parameterList } from './parameter-list.ts';
import { responseList } from './response-list.ts';

interface DetailsOptions {
  readonly baseUrls: BaseUrls;
  readonly service: Service;
  /** Whether response schemas are shown in full. */
  readonly isInFull: boolean;
}

/** Description, parameters, responses and examples of an endpoint. */
export function endpointDetails(html: Html, endpoint: Endpoint, options: DetailsOptions): Markup {
  const { description, documentation } = endpoint;
  return html`
    <div class="details">
      ${description === undefined ? undefined : html`<p>${prose(html, description)}</p>`}
      ${accessOf(html, endpoint, options.service)}
      ${documentation === undefined ? undefined : html`<p><a href=${documentation} rel="noreferrer">Documentation of the original</a></p>`}
      ${parameterList(html, endpoint)}
      ${responseList(html, endpoint, options.isInFull)}
      <h5>Examples</h5>
      ${exampleList(html, endpoint, options)}
    </div>`;
}

function accessOf(html: Html, { access }: Endpoint, { security }: Service): Markup | undefined {
  const credentials = access === undefined ? undefined : security?.[access];
  return credentials && html`<p>Credentials: ${prose(html, credentials.description)}</p>`;
}

/** The text that the filter of the page searches. */
export function toSearchText({ methods, path, summary, tag }: Endpoint): string {
  return [...methods, path, summary, tag].join(' ').toLowerCase();
}

/** Path, methods and deprecation of an endpoint. */
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
