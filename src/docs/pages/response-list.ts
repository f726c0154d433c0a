import {
  AnyContent,
  type DescribedResponse,
  isDescribed,
  type ResponseDeclaration,
} from '#http/message/response.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { prose } from '#pages/components/prose.ts';
import { status as statusLabel } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import { schemaBlock } from './schema-block.ts';

/** The responses by status, with the schemas of JSON in full. */
export function responseList({ responses }: Endpoint): Markup {
  const entries = Object.entries<ResponseDeclaration>(responses);
  return html`
    <section>
      <h2>Responses</h2>
      <dl class="responses">${entries.map(([status, response]) => html`<div><dt>${statusOf(status)}</dt><dd>${contentOf(response)}</dd></div>`)}</dl>
    </section>`;
}

/** A status with its reason phrase; a range such as `3XX` has none. */
function statusOf(status: string): Markup {
  if (status === 'default') return html`<span>Any other</span>`;
  if (!/^\d+$/.test(status)) return statusLabel(Number(status[0]) * 100, status, true);
  return statusLabel(Number(status), `${status} ${reasonPhrase(Number(status))}`, true);
}

function contentOf(response: ResponseDeclaration): Markup {
  if (typeof response === 'string') return prose(response);
  return isDescribed(response) ? describedContent(response) : schemaBlock(response);
}

function describedContent({ description, content }: DescribedResponse): Markup {
  const types = Object.keys(content).filter((type) => type !== '*/*');
  const json = content['application/json'];
  return html`
    ${prose(description)}${types.length > 0 ? html` <small>${types.join(', ')}</small>` : undefined}
    ${json && json !== AnyContent ? schemaBlock(json) : undefined}`;
}
