import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { escapeBytes, formDecode } from '#http/syntax/percent.ts';
import type { Listing, Page } from '../../store/index.ts';
import type { Address, Addresses } from '../request/addresses.ts';
import { type RespondingCall, type ResponseDependencies, type ResponseOptions, respond } from './respond.ts';

/** Compat: a value that is out of range or not a number is not an error. */
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

/** The query of a list with a filter by application. */
export const applicationPageQuery = {
  ...pageQuery,
  client_id: Type.Optional(Type.String({ description: 'The client ID of the app.' })),
};

export function readPageQuery(query: { readonly per_page: number; readonly page: number }): Page {
  return { page: Math.min(query.page, MAX_PAGE), perPage: query.per_page };
}

/** The part of a whole list that a page shows. */
export function selectListing<Item>(all: readonly Item[], { page, perPage }: Page): Listing<Item> {
  return { items: all.slice((page - 1) * perPage, page * perPage), total: all.length };
}

/** A call of a list, whose links have an address. */
interface ListCall extends RespondingCall {
  readonly service: ResponseDependencies & { readonly addresses: Addresses };
}

/** Sends the items of a page, with links to the other pages. */
export function respondWithPage<Item>(
  call: ListCall,
  page: Page,
  { items, total }: Listing<Item>,
  show: (item: Item) => unknown,
  options: ResponseOptions = {},
): void {
  const links = formatPageLinks(call.exchange, call.service.addresses.of(call.exchange), page, total);
  respond(
    call,
    200,
    items.map((item) => show(item)),
    { ...options, links },
  );
}

/** The value of `Link` (RFC 8288) with prev, next, last and first; empty for a single page. */
function formatPageLinks(
  exchange: Exchange,
  { api }: Address,
  { page, perPage }: Page,
  total: number,
): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1 && page === 1) return '';
  const path = exchange.path.slice('/api/v3'.length);
  const others = (exchange.query ?? '').split('&').filter((pair) => pair !== '' && nameOf(pair) !== 'page');
  const before = `<${api}${path}?${others.map((pair) => `${encodeUrlText(pair)}&`).join('')}page=`;
  const link = (relation: string, target: number) => `${before}${target}>; rel="${relation}"`;
  const links: string[] = [];
  if (page > 1) links.push(link('prev', Math.min(page - 1, last)));
  if (page < last) links.push(link('next', page + 1), link('last', last));
  if (page > 1) links.push(link('first', 1));
  return links.join(', ');
}

/** Higher than the page count of any store, and a safe integer after multiplication. */
const MAX_PAGE = 2 ** 31;

function nameOf(pair: string): string {
  return formDecode(pair.split('=', 1)[0] ?? '');
}

/** Percent-encodes characters that are not allowed in URLs, because they could end the link. Each is one byte. */
function encodeUrlText(text: string): string {
  return escapeBytes(text, /[^!#-;=?-~]/g);
}
