import { escapeHtml } from '../../http/escape-html.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Fields } from '../../http/fields.ts';

export type OAuthMembers = Readonly<Record<string, string | number>>;

/** Answers in the form that `Accept` asks for: a form's text, JSON or XML. Problems are answered 200 as well. */
export function answerOAuth(exchange: Exchange, members: OAuthMembers): void {
  const [type, content] = toRepresentation(exchange.field('Accept')?.toLowerCase() ?? '', members);
  exchange.send(200, [['Content-Type', `${type}; charset=utf-8`], ...NOT_KEPT], content);
}

function toRepresentation(accept: string, members: OAuthMembers): [type: string, content: string] {
  if (/\bjson\b/.test(accept)) return ['application/json', JSON.stringify(members)];
  if (/\bxml\b/.test(accept)) return ['application/xml', toXml(members)];
  const pairs = Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]);
  return ['application/x-www-form-urlencoded', new URLSearchParams(pairs).toString()];
}

function toXml(members: OAuthMembers): string {
  const inside = Object.entries(members)
    .map(([name, value]) => `  <${name}>${escapeHtml(String(value))}</${name}>\n`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<OAuth>\n${inside}</OAuth>\n`;
}

/** RFC 6749 §5.1. */
const NOT_KEPT: Fields = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
];
