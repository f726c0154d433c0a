import { type TSchema, Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { type DescribedResponse, describedResponse, TextContent } from '#http/message/response.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { escapeHtml } from '#http/syntax/text.ts';

/** An error of a flow (RFC 6749 §5.2). Compat: its status is 200. */
const OAuthError = Type.Object(
  {
    error: Type.String(),
    error_description: Type.String(),
    error_uri: Type.Optional(Type.String()),
    interval: Type.Optional(Type.Integer({ description: 'With `slow_down`: seconds between two requests.' })),
  },
  { title: 'OAuthError' },
);

/** Declares the response 200 of a flow: these members, or an error, in the format of `Accept`. */
export function oauthResponse(description: string, members: TSchema): DescribedResponse {
  return describedResponse(description, {
    'application/json': Type.Union([members, OAuthError]),
    'application/x-www-form-urlencoded': TextContent,
    'application/xml': TextContent,
  });
}

/** Declares an error of a flow that has another status than 200. */
export function oauthErrorResponse(description: string): DescribedResponse {
  return describedResponse(description, {
    'application/json': OAuthError,
    'application/x-www-form-urlencoded': TextContent,
    'application/xml': TextContent,
  });
}

export type OAuthMembers = Readonly<Record<string, string | number>>;

/** Sends the members in the format of `Accept`: form-encoded, JSON or XML. */
export function sendOAuth(
  exchange: Exchange,
  members: OAuthMembers,
  status = 200,
  fields: Fields = [],
): void {
  const [type, content] = formatRepresentation(exchange.field('Accept')?.toLowerCase() ?? '', members);
  exchange.send(status, [['Content-Type', `${type}; charset=utf-8`], ...NO_STORE, ...fields], content);
}

function formatRepresentation(accept: string, members: OAuthMembers): [type: string, content: string] {
  if (/\bjson\b/.test(accept)) return ['application/json', JSON.stringify(members)];
  if (/\bxml\b/.test(accept)) return ['application/xml', formatXml(members)];
  const pairs = Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]);
  return ['application/x-www-form-urlencoded', new URLSearchParams(pairs).toString()];
}

function formatXml(members: OAuthMembers): string {
  const inside = Object.entries(members)
    .map(([name, value]) => `  <${name}>${escapeHtml(String(value))}</${name}>\n`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<OAuth>\n${inside}</OAuth>\n`;
}

/** RFC 6749 §5.1. */
const NO_STORE: Fields = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
];
