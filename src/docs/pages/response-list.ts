import type { Endpoint } from '../../http/endpoint.ts';
import { reasonPhrase } from '../../http/fields.ts';
import type { Html, Markup } from '../../http/pages/page.ts';
import {
  AnyContent,
  type DescribedResponse,
  isDescribed,
  type ResponseDeclaration,
} from '../../http/response.ts';
import { prose } from './prose.ts';
import { memberNames, schemaBlock } from './schema-text.ts';

/** What comes back: in full, or, where JSON does, only what its members are called. */
export function responseList(html: Html, { responses }: Endpoint, isInFull: boolean): Markup {
  const rows = Object.entries<ResponseDeclaration>(responses).map(
    ([status, response]) => html`
      <div>
        <dt>${statusOf(html, status)}</dt>
        <dd>${contentOf(html, response, isInFull)}</dd>
      </div>`,
  );
  return html`<h5>Responses</h5><dl class="facts">${rows}</dl>`;
}

/** A status with its phrase; `3XX` has none. */
function statusOf(html: Html, status: string): Markup {
  if (status === 'default') return html`<span>Any other</span>`;
  if (!/^\d+$/.test(status)) return html`<code>${status}</code>`;
  return html`<code>${status}</code> <small>${reasonPhrase(Number(status))}</small>`;
}

function contentOf(html: Html, response: ResponseDeclaration, isInFull: boolean): Markup {
  if (typeof response === 'string') return prose(html, response);
  if (isDescribed(response)) return describedContent(html, response, isInFull);
  if (isInFull) return schemaBlock(html, response);
  const names = memberNames(response).map(
    (name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`,
  );
  return html`<span>JSON${names.length > 0 ? html`${' with '}${names}` : undefined}</span>`;
}

function describedContent(
  html: Html,
  { description, content }: DescribedResponse,
  isInFull: boolean,
): Markup {
  const types = Object.keys(content).filter((type) => type !== '*/*');
  const json = content['application/json'];
  return html`
    ${prose(html, description)}${types.length > 0 ? html` <small>${types.join(', ')}</small>` : undefined}
    ${isInFull && json && json !== AnyContent ? schemaBlock(html, json) : undefined}`;
}
