import type { TSchema } from 'typebox';
import { type Endpoint, isOfBytes } from '../../http/endpoint.ts';
import type { Html, Markup } from '../../http/pages/page.ts';
import { prose } from './prose.ts';
import { memberNames, schemaBlock, toTypeLine } from './schema-text.ts';

/** What can be given in the path, the query and the body, and what it means. */
export function parameterList(html: Html, { params, query, body }: Endpoint): Markup | undefined {
  const rowOf = (place: string) => (parameter: [string, TSchema]) => row(html, place, parameter);
  const rows = [
    ...Object.entries(params ?? {}).map(rowOf('path')),
    ...Object.entries(query ?? {}).map(rowOf('query')),
    ...(body ? [bodyRow(html, body)] : []),
  ];
  if (rows.length === 0) return undefined;
  return html`<h5>Parameters</h5><dl class="facts">${rows}</dl>`;
}

function row(html: Html, place: string, [name, schema]: [string, TSchema]): Markup {
  const description: unknown = Reflect.get(schema, 'description');
  return html`
    <div>
      <dt><code>${name}</code> <small>${place}, ${toTypeLine(schema)}</small></dt>
      <dd>${typeof description === 'string' ? prose(html, description) : undefined}</dd>
    </div>`;
}

function bodyRow(html: Html, body: NonNullable<Endpoint['body']>): Markup {
  if (!isOfBytes(body)) {
    return html`
      <div>
        <dt>Body <small>application/json</small></dt>
        <dd>${schemaBlock(html, body)}</dd>
      </div>`;
  }
  const types = Object.keys(body.content).map((type) => (type === '*/*' ? 'any type' : type));
  const fields = Object.values(body.content).find((schema) => memberNames(schema).length > 0);
  return html`
    <div>
      <dt>Body <small>${types.join(', ')}</small></dt>
      <dd>${prose(html, body.description)}${fields && schemaBlock(html, fields)}</dd>
    </div>`;
}
