import { type Endpoint, type Example, isOfBytes } from '../../http/endpoint.ts';
import { type Fields, isSameName } from '../../http/fields.ts';
import { reasonPhrase } from '../../http/node-http.ts';
import { copyButton } from '../../http/pages/components.ts';
import type { Html, Markup } from '../../http/pages/page.ts';
import type { Service } from '../../http/service.ts';
import type { BaseUrls } from '../context.ts';
import { methodOf, toCurl } from '../curl.ts';

interface ExampleListOptions {
  readonly baseUrls: BaseUrls;
  readonly service: Service;
  /** All examples of the endpoint, by default. */
  readonly examples?: readonly Example[];
}

/** Examples as curl commands to copy, with buttons to send them and links to open them in the browser. */
export function exampleList(html: Html, endpoint: Endpoint, options: ExampleListOptions): Markup {
  const { baseUrls, service, examples = endpoint.examples } = options;
  const itemOf = (example: Example) => html`
    <li class="example" ...${toAttributes(service, endpoint, example)}>
      <span class="expected"><code>${example.status}</code> <span>${reasonPhrase(example.status)}</span></span>
      <pre><code>${toCurl(baseUrls.of(service), endpoint, example)}</code></pre>
      <div class="actions">
        ${copyButton(html, '', 'Copy', `Copy the curl command of ${example.path}`)}
        ${service.isClosedToPages || !baseUrls.isSameOrigin(service) ? undefined : sendActions(html, service, endpoint, example)}
      </div>
    </li>`;
  return html`<ul class="examples">${examples.map(itemOf)}</ul>`;
}

function sendActions(html: Html, service: Service, endpoint: Endpoint, example: Example): Markup {
  return html`
    <button type="button" class="try scripted" aria-expanded="false" aria-label=${`Try it: ${example.path}`}>Try it</button>
    ${isLink(service, endpoint, example) ? html`<a href=${example.path} aria-label=${`Open ${example.path}`}>Open</a>` : undefined}`;
}

/** The data that the script of the page needs to send the example. The user fills in the credentials. */
function toAttributes(service: Service, endpoint: Endpoint, example: Example): Record<string, string> {
  const needsSignIn = needsAccount(service, endpoint);
  const fields = [...(example.fields ?? []), ...formType(endpoint, example)].filter(
    ([name]) => !needsSignIn || name !== 'Authorization',
  );
  return {
    'data-method': methodOf(endpoint, example),
    'data-path': example.path,
    'data-fields': fields.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...(example.body === undefined ? {} : { 'data-body': example.body }),
    ...(needsSignIn ? { 'data-sign-in': '' } : {}),
  };
}

/** Whether the endpoint requires the credentials of an account, which the examples do not contain. */
function needsAccount({ security }: Service, { access }: Endpoint): boolean {
  return access !== undefined && security?.[access]?.isArbitrary !== true;
}

/** The `Content-Type` that curl adds to a body. Browsers do not add it. */
function formType({ body }: Endpoint, example: Example): Fields {
  const isForm = body && isOfBytes(body) && Object.hasOwn(body.content, FORM_TYPE);
  const isTyped = example.fields?.some(([name]) => isSameName(name, 'Content-Type')) ?? false;
  return isForm && example.body !== undefined && !isTyped ? [['Content-Type', FORM_TYPE]] : [];
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

function isLink(service: Service, endpoint: Endpoint, example: Example): boolean {
  const isPlain = methodOf(endpoint, example) === 'GET' && example.fields === undefined;
  return isPlain && !needsAccount(service, endpoint);
}
