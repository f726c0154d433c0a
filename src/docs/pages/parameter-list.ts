import type { TSchema } from 'typebox';
import { type Endpoint, isOfBytes } from '#http/routing/endpoint.ts';
import { descriptionList, prose } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import { memberNames, schemaBlock, toTypeLine } from '../openapi/schema-text.ts';

/** The parameters of the path and the query, and the body. */
export function parameterList(html: Html, { params, query, body }: Endpoint): Markup | undefined {
  const entryIn = (place: string) => (parameter: [string, TSchema]) => parameterEntry(html, place, parameter);
  const entries = [
    ...Object.entries(params ?? {}).map(entryIn('path')),
    ...Object.entries(query ?? {}).map(entryIn('query')),
    ...(body ? [bodyEntry(html, body)] : []),
  ];
  if (entries.length === 0) return undefined;
  return html`<section><h2>Parameters</h2>${descriptionList(html, entries)}</section>`;
}

function parameterEntry(html: Html, place: string, [name, schema]: [string, TSchema]): [Markup, unknown] {
  const description: unknown = Reflect.get(schema, 'description');
  return [
    html`<code>${name}</code> <small>${place}, ${toTypeLine(schema)}</small>`,
    typeof description === 'string' ? prose(html, description) : undefined,
  ];
}

function bodyEntry(html: Html, body: NonNullable<Endpoint['body']>): [Markup, unknown] {
  if (!isOfBytes(body)) return [html`Body <small>application/json</small>`, schemaBlock(html, body)];
  const types = Object.keys(body.content).map((type) => (type === '*/*' ? 'any type' : type));
  const fields = Object.values(body.content).find((schema) => memberNames(schema).length > 0);
  return [
    html`Body <small>${types.join(', ')}</small>`,
    html`${prose(html, body.description)}${fields && schemaBlock(html, fields)}`,
  ];
}
