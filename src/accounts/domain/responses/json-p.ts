import type { Exchange } from '#http/message/exchange.ts';
import type { Field } from '#http/syntax/fields.ts';
import { parsePairs } from '#http/syntax/query.ts';

/** The media type of JSON-P, a script that pages of any origin can run. */
export const SCRIPT_TYPE: Field = ['Content-Type', 'application/javascript; charset=utf-8'];

/**
 * The JSON-P callback of a request. Browsers load scripts of other origins with stored credentials, so a request with
 * `Authorization` has no callback: its response is for the caller only.
 */
export function callbackOf(exchange: Exchange): string | undefined {
  const { method, query } = exchange;
  if (query === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const callback = parsePairs(query).find(([name]) => name === 'callback')?.[1];
  if (callback === undefined || !FUNCTION.test(callback)) return undefined;
  return exchange.field('Authorization') === undefined ? callback : undefined;
}

/** A script that calls the function with the value, the status and the links. */
export function formatScript(callback: string, status: number, links: string, value: unknown): string {
  const meta = { status, ...(links && { Link: parseLinks(links) }) };
  const argument = JSON.stringify({ meta, data: value })
    // Line terminators in scripts before ES2019, but not in JSON.
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // The comment prevents that the callback name forms the first bytes of another format.
  return `/**/${callback}(${argument})`;
}

/** `<https://…>; rel="next"` as the URL and its parameters. */
function parseLinks(links: string): [url: string, parameters: Record<string, string>][] {
  return [...links.matchAll(/<([^<>]*)>((?:; [\w-]+="[^"]*")*)/g)].map(([, url = '', parameters = '']) => [
    url,
    Object.fromEntries(
      [...parameters.matchAll(/; ([\w-]+)="([^"]*)"/g)].map(([, name, text]) => [name, text]),
    ),
  ]);
}

/** Identifiers separated by dots, with a limit on the length. */
const FUNCTION = /^(?=.{1,100}$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
