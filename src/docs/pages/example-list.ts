import type { Endpoint, Example } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { button } from '#pages/components/button.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { select } from '#pages/components/field.ts';
import { html, type Markup } from '#pages/html.ts';
import type { BaseUrls } from '../context/context.ts';
import { buildSnippets, formType, methodOf, SNIPPET_LABELS, type Snippet } from './snippets.ts';

interface ExampleListOptions {
  readonly baseUrls: BaseUrls;
  readonly service: Service;
  /** All examples of the endpoint, by default. */
  readonly examples?: readonly Example[];
}

/** Examples as code to copy, with buttons to send them and links to open them in the browser. */
export function exampleList(endpoint: Endpoint, options: ExampleListOptions): Markup {
  const { baseUrls, service, examples = endpoint.examples } = options;
  const itemOf = (example: Example) => html`
    <li class="example" ...${buildAttributes(service, endpoint, example)}>
      <span class="expected"><code>${example.status}</code> <span>${reasonPhrase(example.status)}</span></span>
      ${snippetList(buildSnippets(baseUrls.of(service), endpoint, example))}
      <div class="actions">
        ${copyButton('', `Copy the code of ${example.path}`)}
        ${service.documentation.isClosedToPages || !baseUrls.isSameOrigin(service) ? undefined : sendActions(service, endpoint, example)}
      </div>
    </li>`;
  return html`<ul class="examples">${examples.map(itemOf)}</ul>`;
}

/** The curl command, and code in other languages. The script shows one of them, as selected on the page. */
function snippetList([curl, ...others]: readonly Snippet[]): Markup {
  return html`
    <pre data-snippet="curl" tabindex="0" role="group" aria-label="curl"><code>${curl?.code}</code></pre>
    <details class="others">
      <summary>In other languages</summary>
      ${others.map(({ name, label, code }) => html`<p>${label}</p><pre data-snippet=${name} tabindex="0" role="group" aria-label=${label}><code>${code.trimEnd()}</code></pre>`)}
    </details>`;
}

/** Selects the language of all examples of the page. Visible with the script only, which keeps the choice in the browser. */
export function languageSelect(): Markup {
  return html`
    <label class="language scripted">Language
      ${select(
        { class: 'in', id: 'language' },
        SNIPPET_LABELS.map(([name, label]) => html`<option value=${name}>${label}</option>`),
      )}
    </label>`;
}

function sendActions(service: Service, endpoint: Endpoint, example: Example): Markup {
  return html`
    ${button('Try it', { type: 'button', kind: 'quiet', isSmall: true, icon: 'play', class: 'try scripted', 'aria-expanded': 'false', 'aria-label': `Try it: ${example.path}` })}
    ${isLink(service, endpoint, example) ? html`<a href=${example.path} aria-label=${`Open ${example.path}`}>Open</a>` : undefined}`;
}

/** The data that the script of the page needs to send the example. The user fills in the credentials. */
function buildAttributes(service: Service, endpoint: Endpoint, example: Example): Record<string, string> {
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
function needsAccount({ documentation: { security } }: Service, { access }: Endpoint): boolean {
  return access !== undefined && security?.[access]?.isArbitrary !== true;
}

function isLink(service: Service, endpoint: Endpoint, example: Example): boolean {
  const isPlain = methodOf(endpoint, example) === 'GET' && example.fields === undefined;
  return isPlain && !needsAccount(service, endpoint);
}
