import type { Endpoint } from '../../http/endpoint.ts';
import { reasonPhrase } from '../../http/node-http.ts';
import { descriptionList, prose } from '../../http/pages/components.ts';
import type { Html, Markup } from '../../http/pages/page.ts';
import {
  AnyContent,
  type DescribedResponse,
  isDescribed,
  type ResponseDeclaration,
} from '../../http/response.ts';
import { memberNames, schemaBlock } from './schema-text.ts';

/** The responses by status. Where `isInFull` is false, JSON responses are shown by their member names only. */
export function responseList(html: Html, { responses }: Endpoint, isInFull: boolean): Markup {
  const entries = Object.entries<ResponseDeclaration>(responses).map(
    ([status, response]) => [statusOf(html, status), contentOf(html, response, isInFull)] as const,
  );
  return html`<h5>Responses</h5>${descriptionList(html, entries)}`;
}

/** A status with its reason phrase; a range such as `3XX` has none. */
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
