import type { Endpoint, Example } from '../http/endpoint.ts';
import { reasonPhrase } from '../http/fields.ts';
import type { Html, Markup } from '../http/page.ts';
import type { Service } from '../http/service.ts';
import type { BaseUrls } from './base-url.ts';
import { methodOf, toCurl } from './curl.ts';

export interface ExampleListOptions {
  readonly baseUrls: BaseUrls;
  readonly service: Service;
  /** Those to list; all of the endpoint's, where nothing is said. */
  readonly examples?: readonly Example[];
}

/** Examples as lines for a shell, to copy and to try; what a browser can ask for by itself also as a link. */
export function exampleList(html: Html, endpoint: Endpoint, options: ExampleListOptions): Markup {
  const { baseUrls, service, examples = endpoint.examples } = options;
  const itemOf = (example: Example) => html`
    <li class="example" ...${toAttributes(endpoint, example)}>
      <span class="expected"><code>${example.status}</code> <span>${reasonPhrase(example.status)}</span></span>
      <pre><code>${toCurl(baseUrls.of(service), endpoint, example)}</code></pre>
      <div class="actions">
        <button type="button" class="copy scripted" aria-label=${`Copy the curl line of ${example.path}`}>Copy</button>
        ${service.isClosedToPages || !baseUrls.isHere(service) ? undefined : waysToTry(html, endpoint, example)}
      </div>
    </li>`;
  return html`<ul class="examples">${examples.map(itemOf)}</ul>`;
}

function waysToTry(html: Html, endpoint: Endpoint, example: Example): Markup {
  return html`
    <button type="button" class="try scripted" aria-expanded="false" aria-label=${`Try it: ${example.path}`}>Try it</button>
    ${isLink(endpoint, example) ? html`<a href=${example.path} aria-label=${`Open ${example.path}`}>Open</a>` : undefined}`;
}

/** What the script of the page needs to send the example. The credentials are the reader's to fill in. */
function toAttributes(endpoint: Endpoint, example: Example): Record<string, string> {
  const isSignedIn = endpoint.access !== undefined;
  const fields = (example.fields ?? []).filter(([name]) => !isSignedIn || name !== 'Authorization');
  return {
    'data-method': methodOf(endpoint, example),
    'data-path': example.path,
    'data-fields': fields.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...(example.body === undefined ? {} : { 'data-body': example.body }),
    ...(isSignedIn ? { 'data-sign-in': '' } : {}),
  };
}

function isLink(endpoint: Endpoint, example: Example): boolean {
  return methodOf(endpoint, example) === 'GET' && example.fields === undefined && !endpoint.access;
}
