import { InputError, type Span } from '#http/message/input-error.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { compileFilter, type Filter } from './entry-match.ts';
import type { EntryMatch } from './exchange-match.ts';
import { CONDITION_NAMES, type ConditionName, isConditionName, parseCondition } from './filter-conditions.ts';

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
    if (name === 'filter') return [compileFilter(parseFilter(value))];
    return isConditionName(name) ? [compileFilter(parseCondition(name, value))] : [];
  });
  return (entry) => filters.every((filter) => filter(entry));
}

/** Whether the filter selects all entries. */
export function isEmptyFilter(parameters: FilterParameters): boolean {
  return Object.values(parameters).every((value) => value === undefined || value.trim() === '');
}

/**
 * Parses words such as `method:POST status:5xx -path:/get "some text"`, all of which an entry has to match. A word with `-`
 * must not match. Quotation marks enclose texts with spaces or colons; `\` escapes a quotation mark in them. `OR` is
 * between groups of words, one of which has to match.
 * @throws InputError
 */
export function parseFilter(text: string): EntryMatch {
  if (text.length > MAX_FILTER_LENGTH) throw invalid(`must be at most ${MAX_FILTER_LENGTH} characters long`);
  const groups: Word[][] = [[]];
  const separators: Word[] = [];
  for (const word of splitWords(text))
    if (word.text === 'OR') {
      separators.push(word);
      groups.push([]);
    } else groups.at(-1)?.push(word);
  const empty = groups.findIndex((words) => words.length === 0);
  // Before the empty group, or after the first one; a filter without words has none.
  const separator = separators[Math.max(0, empty - 1)];
  if (empty >= 0 && separator)
    throw invalid(
      '"OR" must have a word before and after it; quotation marks enclose the text OR',
      separator,
    );
  const matches = groups.map(buildGroup);
  const [first = {}] = matches;
  return matches.length === 1 ? first : { any_of: matches };
}

/** The match for exchanges that both a match and the words of a filter need. */
export function withFilter(match: EntryMatch | undefined, filter: string | undefined): EntryMatch {
  if (filter === undefined) return match ?? {};
  const words = parseFilter(filter);
  if (match === undefined) return words;
  // The members of the match stay, because a report of near misses names them.
  return { ...match, not: { any_of: [...(match.not ? [match.not] : []), { not: words }] } };
}

/** The match of words that must all hold. */
function buildGroup(words: readonly Word[]): EntryMatch {
  let match: EntryMatch = {};
  const rejected: EntryMatch[] = [];
  for (const word of words) {
    const condition = buildMatch(word);
    if (word.isNegated) rejected.push(condition);
    else if (Object.keys(condition).some((member) => Object.hasOwn(match, member)))
      rejected.push({ not: condition });
    else match = { ...match, ...condition };
  }
  return rejected.length === 0 ? match : { ...match, not: { any_of: rejected } };
}

/** A word, and its place in the filter. */
interface Word extends Span {
  /** As in the filter. */
  readonly text: string;
  readonly isNegated: boolean;
  /** The text before the first colon outside of quotation marks; undefined for a text without a condition. */
  readonly name: string | undefined;
  readonly value: string;
}

function buildMatch(word: Word): EntryMatch {
  const { text, name, value } = word;
  if (name === undefined) return /^https?:\/\//i.test(value) ? { url: { has: value } } : { text: value };
  if (!isConditionName(name)) {
    const hint = didYouMean(name, CONDITION_NAMES);
    throw invalid(
      `${JSON.stringify(name)} is not known${hint}; quotation marks enclose a text with a colon`,
      word,
    );
  }
  try {
    return parseCondition(name, value);
  } catch (error) {
    throw error instanceof InputError ? invalid(`${JSON.stringify(text)} ${error.problem}`, word) : error;
  }
}

function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at++;
    if (at >= text.length) return words;
    if (words.length === MAX_WORDS)
      throw invalid(`must have at most ${MAX_WORDS} words`, { start: at, end: text.length });
    const start = at;
    const isNegated = text[at] === '-' && (text[at + 1] ?? ' ') !== ' ';
    if (isNegated) at++;
    let name: string | undefined;
    let value = '';
    for (; at < text.length && text[at] !== ' '; at++) {
      if (text[at] === '"') {
        const end = endOfQuoted(text, at);
        value += text.slice(at + 1, end).replace(/\\(["\\])/g, '$1');
        at = end;
      } else if (text[at] === ':' && name === undefined && isName(value, text, at))
        [name, value] = [value, ''];
      else value += text[at];
    }
    const span = { start, end: at };
    if (value === '' && name !== undefined) throw invalid(`${name} has no value`, span);
    words.push({ text: text.slice(start, at), isNegated, name, value, ...span });
  }
}

/** Whether the text before a colon is the name of a condition: it is not in a target or a URL. */
function isName(before: string, text: string, colon: number): boolean {
  return before !== '' && !before.startsWith('/') && !before.includes(':') && !text.startsWith('://', colon);
}

/** The index of the quotation mark that ends the text that begins at `start`. */
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  throw invalid('has a quotation mark without an end', { start, end: text.length });
}

function invalid(problem: string, span?: Span): InputError {
  return new InputError('filter', problem, span && { start: span.start, end: span.end });
}
