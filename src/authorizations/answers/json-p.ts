import type { Exchange } from '../../http/exchange.ts';
import type { Field } from '../../http/fields.ts';
import { parsePairs } from '../../http/query.ts';
import { type Representation, toTag } from './representation.ts';

/** JavaScript, which a page of any origin may run. */
export const SCRIPT_TYPE: Field = ['Content-Type', 'application/javascript; charset=utf-8'];

/**
 * The function that a page wants its answer handed to. Browsers run a script of another origin with whatever credentials
 * they keep for it, so a request with an `Authorization` field has none: what its answer holds is for its caller alone.
 */
export function callbackOf(exchange: Exchange): string | undefined {
  const { method, query } = exchange;
  if (query === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const callback = parsePairs(query).find(([name]) => name === 'callback')?.[1];
  if (callback === undefined || !FUNCTION.test(callback)) return undefined;
  return exchange.field('Authorization') === undefined ? callback : undefined;
}

/** A call of the function with the answer, and with what of its head a script would not see. */
export function toScript(
  callback: string,
  status: number,
  links: string,
  { value, lastModified }: Representation,
): Omit<Representation, 'value'> {
  const meta = { status, ...(links && { Link: toPairs(links) }) };
  const argument = JSON.stringify({ meta, data: value })
    // Line ends for scripts of old, but not for JSON.
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // The comment keeps the name from being the first bytes of something that is no script.
  const content = `/**/${callback}(${argument})`;
  return { content, tag: toTag(content), lastModified };
}

/** `<https://…>; rel="next"` as the URL and its parameters. */
function toPairs(links: string): [url: string, parameters: Record<string, string>][] {
  return [...links.matchAll(/<([^<>]*)>((?:; [\w-]+="[^"]*")*)/g)].map(([, url = '', parameters = '']) => [
    url,
    Object.fromEntries(
      [...parameters.matchAll(/; ([\w-]+)="([^"]*)"/g)].map(([, name, text]) => [name, text]),
    ),
  ]);
}

/** A name, or names with dots between, of a length that nobody can hide much in. */
const FUNCTION = /^(?=.{1,100}$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
