import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { parsePairs } from '#http/syntax/query.ts';
import {
  type DirectivePairs,
  parseDirectivePairs,
  splitDirectives,
} from '../../responses/composition/directives.ts';

/** A sequence as it is written in the path. */
export interface UrlForm {
  /** The text of the steps; empty when the path has none. */
  readonly source: string;
  /** The path behind `end`. */
  readonly rest: string;
}

/** The segment between two steps. */
const THEN = 'then';
const MAX_SOURCE = 8 * 1024;

/**
 * Splits the path behind the key.
 * @throws HttpError 400 for steps of more than 8 KiB.
 */
export function readUrlForm({ path, query }: Pick<Exchange, 'path' | 'query'>): UrlForm {
  const { directives, rest } = splitDirectives(path, 2);
  const source = !rest && query ? `${directives.join('/')}?${query}` : directives.join('/');
  if (source.length > MAX_SOURCE) throw new HttpError(400, 'The steps are longer than 8 KiB.');
  return { source, rest: rest?.join('/') ?? '' };
}

/** The words of each step. Those of a query belong to the last step. @throws HttpError 400 */
export function parseUrlForm(source: string): DirectivePairs[] {
  const mark = source.indexOf('?');
  const path = mark < 0 ? source : source.slice(0, mark);
  const steps: string[][] = [[]];
  for (const segment of path.split('/')) {
    if (segment === THEN) steps.push([]);
    else steps.at(-1)?.push(segment);
  }
  const words = steps.map(parseDirectivePairs);
  if (mark >= 0) words.at(-1)?.push(...parsePairs(source.slice(mark + 1)));
  return words;
}
