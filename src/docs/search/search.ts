import { entryPoints, type PreparedEntry, type Term, termPoints } from './points.ts';
import type { SearchEntry } from './search-entry.ts';
import { matchingSentence } from './sentence.ts';
import { isOneLetterOff } from './words.ts';

export interface SearchResult {
  readonly entry: SearchEntry;
  /** The sentence of the summary or of the text that the query matches. */
  readonly sentence: string;
  /** The words of the query that the entry does not have. */
  readonly missing: readonly string[];
}

export interface SearchResults {
  readonly results: readonly SearchResult[];
  /** The query with its misspelled words corrected, where nothing matched it as it was. */
  readonly corrected: string | undefined;
  /** The words that were searched for, in lower case. */
  readonly words: readonly string[];
}

/** Ranks the entries for queries. The server and the script of the pages call it with the same entries. */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchResults {
  const prepared = entries.map(entryPoints);
  let vocabulary: readonly string[] | undefined;

  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);
    const found = rank(prepared, words);
    if (found.length > 0 || words.length === 0) return { results: found, corrected: undefined, words };
    vocabulary ??= buildVocabulary(prepared);
    const corrected = words.map((word) => correct(prepared, vocabulary ?? [], word));
    const results = rank(prepared, corrected);
    return { results, corrected: results.length === 0 ? undefined : corrected.join(' '), words: corrected };
  };
}

const MAX_TERMS = 8;
const MAX_RESULTS = 30;

const METHODS = new Set(['get', 'post', 'put', 'delete', 'patch', 'head', 'options', 'trace', 'any']);

/** The entries that have all words or, where none has, those that have most of them. */
function rank(prepared: readonly PreparedEntry[], words: readonly string[]): SearchResult[] {
  const isForEndpoints = words[0]?.startsWith('/') || (words.length > 1 && METHODS.has(words[0] ?? ''));
  const terms = words.map((word): Term => ({ word, isMethod: isForEndpoints === true && METHODS.has(word) }));
  const matches = prepared.map((entry, place) => {
    const points = terms.map((term) => termPoints(entry, term));
    return {
      entry,
      place,
      count: points.filter((each) => each > 0).length,
      points: points.reduce((sum, each) => sum + each, 0),
      isFirst: isForEndpoints ? entry.kind === 'endpoint' : isTitled(entry, terms, points),
      missing: words.filter((_, index) => points[index] === 0),
    };
  });
  const most = Math.max(0, ...matches.map(({ count }) => count));
  return matches
    .filter(({ count }) => count > 0 && count === most)
    .sort(
      (one, other) =>
        Number(other.isFirst) - Number(one.isFirst) || other.points - one.points || one.place - other.place,
    )
    .slice(0, MAX_RESULTS)
    .map(({ entry: { entry }, missing }) => ({ entry, sentence: matchingSentence(entry, words), missing }));
}

/** Whether the title or the heading of a guide has a word of the query, and the guide has all of them. */
function isTitled(entry: PreparedEntry, terms: readonly Term[], points: readonly number[]): boolean {
  return entry.kind === 'guide' && !points.includes(0) && terms.some(({ word }) => entry.hasInTitle(word));
}

/** The word itself, if an entry has it, or else the most frequent word that differs by one letter. */
function correct(prepared: readonly PreparedEntry[], vocabulary: readonly string[], word: string): string {
  if (word.length < MIN_CORRECTED_LENGTH) return word;
  const isKnown = prepared.some((entry) => termPoints(entry, { word, isMethod: false }) > 0);
  return isKnown ? word : (vocabulary.find((known) => isOneLetterOff(known, word)) ?? word);
}

const MIN_CORRECTED_LENGTH = 5;

/** The words of all entries, the most frequent first. */
function buildVocabulary(prepared: readonly PreparedEntry[]): string[] {
  const counts = new Map<string, number>();
  for (const { words } of prepared) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}
