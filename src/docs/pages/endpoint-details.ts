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

/** The endpoints of a service grouped by tag, in declaration order. */
export function toGroups({ endpoints }: Service): [tag: string, endpoints: Endpoint[]][] {
  return [...Map.groupBy(endpoints, ({ tag }) => tag)];
}

/** A section for each tag of a service. */
export function tagSections(html: Html, service: Service, entryOf: (endpoint: Endpoint) => Markup): Markup[] {
  return toGroups(service).map(
    ([tag, endpoints]) => html`
      <section id=${tagAnchor(service, tag)} data-group="">
        <h3>${tag}</h3>
        ${endpoints.map(entryOf)}
      </section>`,
  );
}

/** The fragment of an endpoint on a documentation page: `#get-etag-etag` for `GET /etag/{etag}`. */
export function endpointAnchor({ methods: [method = '*'], path }: Endpoint): string {
  return toAnchor(`${method === '*' ? 'any' : method} ${path}`);
}

export function tagAnchor(service: Service, tag: string): string {
  return toAnchor(`${service.name} ${tag}`);
}

function toAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
