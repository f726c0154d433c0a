import type { Endpoint, Example } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { button, buttonLink } from '#pages/components/button.ts';
import { exampleFigure } from '#pages/components/code-figure.ts';
import { icon } from '#pages/components/icon.ts';
import { segmentedControl } from '#pages/components/segmented-control.ts';
import { status } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import { highlight } from '../../code/highlight.ts';
import type { BaseUrls } from '../../context/context.ts';
import { methodOf } from './example-curl.ts';
import type { RecordedResponse } from './load-responses.ts';
import { recordedContent } from './recorded-content.ts';
import { buildSnippets, formType, SNIPPET_LABELS, type Snippet } from './snippets.ts';

interface ExampleListOptions {
  readonly baseUrls: BaseUrls;
  readonly service: Service;
}

/** The examples of an endpoint. @param responses those that are recorded, in the order of the examples */
export function exampleList(
  endpoint: Endpoint,
  options: ExampleListOptions & { readonly responses: readonly (RecordedResponse | null)[] },
): Markup {
  const { responses } = options;
  const blocks = endpoint.examples.map((example, index) =>
    exampleBlock(endpoint, example, { ...options, recorded: responses[index] ?? undefined }),
  );
  return html`<div class="examples">${blocks}</div>`;
}

interface ExampleBlockOptions extends ExampleListOptions {
  /** In place of the title and the response. */
  readonly caption?: Markup;
  readonly recorded?: RecordedResponse | undefined;
}

/** An example as code to copy, with buttons to send it and to open it in the browser, and its response. */
export function exampleBlock(
  endpoint: Endpoint,
  example: Example,
  { baseUrls, service, caption, recorded }: ExampleBlockOptions,
): Markup {
  const title = titleOf(example);
  const canSend = !service.documentation.isClosedToPages && baseUrls.isSameOrigin(service);
  return exampleFigure({
    ...buildAttributes(service, endpoint, example),
    label: title,
    caption,
    code: snippetList(title, buildSnippets(baseUrls.of(service), endpoint, example)),
    actions: canSend ? sendActions(service, endpoint, example, caption === undefined) : undefined,
    response:
      caption === undefined
        ? {
            summary: status(example.status, `${example.status} ${reasonPhrase(example.status)}`, true),
            content: recorded && recordedContent(title, recorded, baseUrls.of(service)),
          }
        : undefined,
  });
}

/** What the example shows. */
function titleOf({ title, path }: Example): string {
  return title ?? path;
}

/** The curl command, and code in other languages. The script shows one of them, as selected on the page. */
function snippetList(title: string, [curl, ...others]: readonly Snippet[]): Markup {
  return html`
    <pre data-snippet="curl" tabindex="0" role="group" aria-label=${`${title}: curl`}><code>${curl && highlight(curl.code, curl.syntax)}</code></pre>
    <details class="others">
      <summary>${icon('right')}In other languages</summary>
      ${others.map(({ name, label, code, syntax }) => html`<p>${label}</p><pre data-snippet=${name} tabindex="0" role="group" aria-label=${`${title}: ${label}`}><code>${highlight(code.trimEnd(), syntax)}</code></pre>`)}
    </details>`;
}

/** Selects the language of all examples of the page. Visible with the script only, which keeps the choice in the browser. */
export function languageChoice({ isBare = false } = {}): Markup {
  return html`
    <div class="languages scripted">${segmentedControl({
      name: 'language',
      legend: 'Language of the examples',
      segments: SNIPPET_LABELS.map(([value, label]) => ({ value, label })),
      value: 'curl',
      isBare,
    })}</div>`;
}

function sendActions(service: Service, endpoint: Endpoint, example: Example, hasLink: boolean): Markup {
  return html`
    ${hasLink && isLink(service, endpoint, example) ? buttonLink('', example.path, { kind: 'quiet', isSmall: true, icon: 'external', class: 'icon', 'aria-label': `Open ${example.path}`, title: `Open ${example.path}` }) : undefined}
    ${button('Try', { type: 'button', isSmall: true, icon: 'play', class: 'try scripted', 'aria-expanded': 'false', 'aria-label': `Try it: ${example.path}` })}`;
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
    'data-status': String(example.status),
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
