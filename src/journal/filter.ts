import { didYouMean } from '../http/closest-match.ts';
import { InputError } from '../http/input-error.ts';
import { CONDITIONS, type ConditionName, type Filter, isConditionName } from './filter-conditions.ts';

/** Maximum length of the text of a filter. */
export const MAX_FILTER_LENGTH = 1000;

/** Maximum number of words in a filter. */
const MAX_WORDS = 50;

/** Values of conditions by name, such as parameters of a query. `filter` is a text for `parseFilter`. */
export type FilterParameters = { readonly [Name in ConditionName | 'filter']?: string | undefined };

/**
 * A filter that needs all given conditions.
 * @throws InputError
 */
export function createFilter(parameters: FilterParameters): Filter {
  const filters = Object.entries(parameters).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name === 'filter') return [parseFilter(value)];
    return isConditionName(name) ? [CONDITIONS[name](value)] : [];
  });
  return (entry) => filters.every((filter) => filter(entry));
}

/**
 * Parses words such as `method:POST status:5xx -path:/get "some text"`, all of which an entry has to match. A word with `-`
 * must not match. Quotation marks enclose texts with spaces or colons; `\` escapes a quotation mark in them.
 * @throws InputError
 */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_FILTER_LENGTH) throw invalid(`must be at most ${MAX_FILTER_LENGTH} characters long`);
  const filters = splitWords(text).map(toFilter);
  return (entry) => filters.every((filter) => filter(entry));
}

interface Word {
  readonly isNegated: boolean;
  /** The text before the first colon outside of quotation marks. */
  readonly name: string | undefined;
  readonly value: string;
}

function toFilter({ isNegated, name, value }: Word): Filter {
  if (name !== undefined && !isConditionName(name)) {
    const hint = didYouMean(name, Object.keys(CONDITIONS));
    throw invalid(`${JSON.stringify(name)} is not known${hint}; quotation marks enclose a text with a colon`);
  }
  const filter = CONDITIONS[name ?? 'text'](value);
  return isNegated ? (entry) => !filter(entry) : filter;
}

function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at++;
    if (at >= text.length) return words;
    if (words.length === MAX_WORDS) throw invalid(`must have at most ${MAX_WORDS} words`);
    const isNegated = text[at] === '-' && (text[at + 1] ?? ' ') !== ' ';
    if (isNegated) at++;
    let name: string | undefined;
    let value = '';
    for (; at < text.length && text[at] !== ' '; at++) {
      if (text[at] === '"') {
        const end = endOfQuoted(text, at);
        value += text.slice(at + 1, end).replace(/\\(["\\])/g, '$1');
        at = end;
      } else if (text[at] === ':' && name === undefined && value !== '') [name, value] = [value, ''];
      else value += text[at];
    }
    if (value === '' && name !== undefined) throw invalid(`${name} has no value`);
    words.push({ isNegated, name, value });
  }
}

/** The index of the quotation mark that ends the text that begins at `start`. */
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  throw invalid('has a quotation mark without an end');
}

function invalid(problem: string): InputError {
  return new InputError('filter', problem);
}
