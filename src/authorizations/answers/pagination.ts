import { Type } from 'typebox';
import type { Exchange } from '../../http/exchange.ts';
import { escapeBytes, formDecode } from '../../http/percent.ts';
import type { Page } from '../store.ts';
import type { Address } from './addresses.ts';

/** Compat: what is out of range or no number at all is never an error. */
export const pageQuery = {
  per_page: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 30,
    clamp: true,
    description: 'Results per page (max 100).',
  }),
  page: Type.Integer({
    minimum: 1,
    default: 1,
    clamp: true,
    description: 'Page number of the results to fetch.',
  }),
};

/** Of a list that can be narrowed to one application. */
export const applicationPageQuery = {
  ...pageQuery,
  client_id: Type.Optional(Type.String({ description: 'The client ID of the app.' })),
};

export function toPage(query: { readonly per_page: number; readonly page: number }): Page {
  return { page: Math.min(query.page, MOST_PAGES), perPage: query.per_page };
}

/** Value of `Link` (RFC 8288): prev, next, last, first, as far as they are; empty when all is on one page. */
export function toPageLinks(
  exchange: Exchange,
  { api }: Address,
  { page, perPage }: Page,
  total: number,
): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1 && page === 1) return '';
  const path = exchange.path.slice('/api/v3'.length);
  const others = (exchange.query ?? '').split('&').filter((pair) => pair !== '' && nameOf(pair) !== 'page');
  const before = `<${api}${path}?${others.map((pair) => `${toUrlText(pair)}&`).join('')}page=`;
  const link = (relation: string, target: number) => `${before}${target}>; rel="${relation}"`;
  const links: string[] = [];
  if (page > 1) links.push(link('prev', Math.min(page - 1, last)));
  if (page < last) links.push(link('next', page + 1), link('last', last));
  if (page > 1) links.push(link('first', 1));
  return links.join(', ');
}

/** Far beyond what any store holds, and small enough to reckon with. */
const MOST_PAGES = 2 ** 31;

function nameOf(pair: string): string {
  return formDecode(pair.split('=', 1)[0] ?? '');
}

/** Characters that no URL has are percent-encoded, each the byte that it came as; they could end the link early. */
function toUrlText(text: string): string {
  return escapeBytes(text, /[^!#-;=?-~]/g);
}
