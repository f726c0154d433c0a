import { InputError } from '../../http/message/input-error.ts';
import { didYouMean } from '../../http/syntax/closest-match.ts';
import { compileFilter, type EntryMatch, type Filter } from './entry-match.ts';
import { STATUS_CLASSES } from './exchange-match.ts';

/** Maximum length of the text of a filter. */
export const MAX_FILTER_LENGTH = 1000;

/** Maximum number of words in a filter. */
const MAX_WORDS = 50;

/**
 * The match of each condition of a filter. A pattern in which `*` is any number of characters can replace each name and
 * value. Each function throws a InputError for an invalid value.
 */
const CONDITIONS = {
  method: (pattern) => ({ method: { like: pattern, ignore_case: true } }),
  path: (pattern) => ({ path: { like: pattern } }),
  status(text) {
    const status = /^[1-9]\d\d$/.test(text)
      ? Number(text)
      : STATUS_CLASSES.find((each) => each === text.toLowerCase());
    if (status === undefined)
      throw new InputError('status', 'must be a status such as 404, or a class such as 5xx');
    return { status };
  },
  header(text) {
    const [, name = '', hasValue, value = ''] = /^([^:=]+)([:=] *)?(.*)$/s.exec(text) ?? [];
    if (name === '') throw new InputError('header', 'must be NAME or NAME:VALUE');
    return { headers: { [name]: { like: hasValue === undefined ? '*' : value } } };
  },
  body: (text) => ({ body: { contains: text } }),
  text: (text) => ({ text }),
  bin: (pattern) => ({ bin: { like: pattern } }),
  fault: (pattern) => ({ fault: { like: pattern } }),
  /** Keys of labs, such as `sequence/a1`. */
  lab: (pattern) => ({ lab: { like: pattern } }),
  /** IDs of rules, behind their bin. */
  rule: (pattern) => ({ rule: { like: pattern } }),
  unmatched: (text) => ({ unmatched: toBoolean('unmatched', text) }),
  aborted: (text) => ({ aborted: toBoolean('aborted', text) }),
  endpoint: (pattern) => ({ endpoint: { like: pattern } }),
  protocol: (pattern) => ({ protocol: { like: pattern, ignore_case: true } }),
  connection: (text) => ({ connection_id: toNumber('connection', text, 'the number of a connection') }),
  since: (text) => ({ since: toNumber('since', text, 'the id of an entry') }),
} as const satisfies Record<string, (value: string) => EntryMatch>;

type ConditionName = keyof typeof CONDITIONS;

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
    return isConditionName(name) ? [compileFilter(CONDITIONS[name](value))] : [];
  });
  return (entry) => filters.every((filter) => filter(entry));
}

/**
 * Parses words such as `method:POST status:5xx -path:/get "some text"`, all of which an entry has to match. A word with `-`
 * must not match. Quotation marks enclose texts with spaces or colons; `\` escapes a quotation mark in them.
 * @throws InputError
 */
export function parseFilter(text: string): EntryMatch {
  if (text.length > MAX_FILTER_LENGTH) throw invalid(`must be at most ${MAX_FILTER_LENGTH} characters long`);
  let match: EntryMatch = {};
  const rejected: EntryMatch[] = [];
  for (const word of splitWords(text)) {
    const condition = toMatch(word);
    if (word.isNegated) rejected.push(condition);
    else if (Object.keys(condition).some((member) => Object.hasOwn(match, member)))
      rejected.push({ not: condition });
    else match = { ...match, ...condition };
  }
  return rejected.length === 0 ? match : { ...match, not: { any_of: rejected } };
}

interface Word {
  readonly isNegated: boolean;
  /** The text before the first colon outside of quotation marks. */
  readonly name: string | undefined;
  readonly value: string;
}

function toMatch({ name = 'text', value }: Word): EntryMatch {
  if (isConditionName(name)) return CONDITIONS[name](value);
  const hint = didYouMean(name, Object.keys(CONDITIONS));
  throw invalid(`${JSON.stringify(name)} is not known${hint}; quotation marks enclose a text with a colon`);
}

function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(CONDITIONS, name);
}

/** @throws InputError */
function toBoolean(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InputError(name, 'must be true or false');
  return text === 'true';
}

/** @throws InputError */
function toNumber(name: string, text: string, description: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InputError(name, `must be ${description}`);
  return Number(text);
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
