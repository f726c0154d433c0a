import {
  AnyContent,
  type DescribedResponse,
  isDescribed,
  type ResponseDeclaration,
} from '#http/message/response.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import { reasonPhrase } from '#http/syntax/reason-phrases.ts';
import { factList } from '#pages/components/facts.ts';
import { prose } from '#pages/components/prose.ts';
import { html, type Markup } from '#pages/html.ts';
import { schemaBlock } from './schema-block.ts';

/** The responses by status, with the schemas of JSON in full. */
export function responseList({ responses }: Endpoint): Markup {
  const entries = Object.entries<ResponseDeclaration>(responses).map(
    ([status, response]) => [statusOf(status), contentOf(response)] as const,
  );
  return html`<section><h2>Responses</h2>${factList(entries)}</section>`;
}

/** A status with its reason phrase; a range such as `3XX` has none. */
function statusOf(status: string): Markup {
  if (status === 'default') return html`<span>Any other</span>`;
  if (!/^\d+$/.test(status)) return html`<code>${status}</code>`;
  return html`<code>${status}</code> <small>${reasonPhrase(Number(status))}</small>`;
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
