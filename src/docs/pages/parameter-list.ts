import type { TSchema } from 'typebox';
import { type Endpoint, isOfBytes } from '#http/routing/endpoint.ts';
import { prose } from '#pages/components/prose.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatTypeLine, memberNames } from '../openapi/schema-text.ts';
import { schemaBlock } from './schema-block.ts';

/** The parameters of the path and the query, and the body. */
export function parameterList({ params, query, body }: Endpoint): Markup | undefined {
  const entryIn = (place: string) => (parameter: [string, TSchema]) => parameterEntry(place, parameter);
  const entries = [
    ...Object.entries(params ?? {}).map(entryIn('path')),
    ...Object.entries(query ?? {}).map(entryIn('query')),
    ...(body ? [bodyEntry(body)] : []),
  ];
  if (entries.length === 0) return undefined;
  return html`
    <section>
      <h2>Parameters</h2>
      <dl>${entries.map(([term, description]) => html`<div class="param"><dt>${term}</dt><dd>${description}</dd></div>`)}</dl>
    </section>`;
}

function parameterEntry(place: string, [name, schema]: [string, TSchema]): [Markup, unknown] {
  const description: unknown = Reflect.get(schema, 'description');
  return [
    html`<code>${name}</code> <small>${place}, ${formatTypeLine(schema)}</small>`,
    typeof description === 'string' ? prose(description) : undefined,
  ];
}

function bodyEntry(body: NonNullable<Endpoint['body']>): [Markup, unknown] {
  if (!isOfBytes(body)) return [html`Body <small>application/json</small>`, schemaBlock(body)];
  const types = Object.keys(body.content).map((type) => (type === '*/*' ? 'any type' : type));
  const fields = Object.values(body.content).find((schema) => memberNames(schema).length > 0);
  return [
    html`Body <small>${types.join(', ')}</small>`,
    html`${prose(body.description)}${fields && schemaBlock(fields)}`,
  ];
}
