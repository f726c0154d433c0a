import type { SearchEntry } from './search-entry.ts';
import { splitWords, stemWord } from './words.ts';

/** A word of a query. */
export interface Term {
  readonly word: string;
  /** Whether the word is the method of the endpoints that the query asks for. */
  readonly isMethod: boolean;
}

/** An entry with its words. */
export interface PreparedEntry {
  readonly entry: SearchEntry;
  readonly kind: SearchEntry['kind'];
  /** The title, in lower case, as a path. Only endpoints, settings and faults have one. */
  readonly path: string | undefined;
  /** The segments of a path with parameters. */
  readonly template: readonly string[] | undefined;
  readonly title: WordSet;
  readonly heading: WordSet;
  readonly parameters: WordSet;
  readonly summary: WordSet;
  readonly text: WordSet;
  /** All words, for corrections. */
  readonly words: ReadonlySet<string>;
  hasInTitle(word: string): boolean;
}

const POINTS = {
  path: 100,
  pathPrefix: 60,
  title: 40,
  synonym: 30,
  heading: 25,
  parameter: 15,
  summary: 10,
  text: 3,
} as const;

/** A shorter beginning of a word would match too much. */
const MIN_PREFIX_LENGTH = 3;

/** The beginning of a word, while the user types, counts less than the word. */
const PREFIX_FACTOR = 0.75;

interface WordSet {
  /** 1 for the word in any number, less for its beginning, and 0 without it. */
  share(word: string): number;
}

export function entryPoints(entry: SearchEntry): PreparedEntry {
  const { kind, title, heading = '', parameters = [], summary, text = '', synonyms = {} } = entry;
  // The text of a section is found by its heading; the title is that of the whole guide.
  const isSection = kind === 'guide' && heading !== '';
  const titleWords = splitWords(title);
  const headingWords = splitWords(heading);
  const parts = {
    // The parts of the name of a setting are common words.
    title: isSection || kind === 'setting' ? [] : titleWords,
    heading: headingWords,
    parameters: [...parameters.flatMap(splitWords), ...(kind === 'setting' ? titleWords : [])],
    summary: splitWords(summary),
    text: [...splitWords(text), ...(isSection ? titleWords : [])],
  };
  const sets = { title: createWordSet(parts.title), heading: createWordSet(parts.heading) };
  const path = kind === 'guide' || kind === 'command' ? undefined : nameOf(title.toLowerCase());
  return {
    entry,
    kind,
    path,
    template: kind === 'endpoint' && title.includes('{') ? title.toLowerCase().split('/') : undefined,
    ...sets,
    parameters: createWordSet(parts.parameters),
    summary: createWordSet(parts.summary),
    text: createWordSet(parts.text),
    words: new Set([...Object.values(parts).flat(), ...Object.keys(synonyms)]),
    hasInTitle: (word) => sets.title.share(word) === 1 || sets.heading.share(word) === 1,
  };
}

/** The points of an entry for one word of the query: those of the best place that has it, and of the list of synonyms. */
export function termPoints(prepared: PreparedEntry, { word, isMethod }: Term): number {
  const { entry, title, heading, parameters, summary, text } = prepared;
  if (isMethod && entry.methods?.some((method) => method.toLowerCase() === word))
    return Math.max(POINTS.parameter, pathPoints(prepared, word));
  // A word with punctuation has several parts, which must all be there.
  const parts = splitWords(word);
  const share = (set: WordSet) => Math.min(...parts.map((part) => set.share(part)));
  const places =
    parts.length === 0
      ? 0
      : Math.max(
          POINTS.title * share(title),
          POINTS.heading * share(heading),
          POINTS.parameter * share(parameters),
          POINTS.summary * share(summary),
          POINTS.text * share(text),
        );
  return Math.max(pathPoints(prepared, word), places) + synonymPoints(entry, word);
}

function pathPoints({ path, template, kind }: PreparedEntry, word: string): number {
  if (path === undefined) return 0;
  if (path === word || path === `/${word}`) return POINTS.path;
  if (kind === 'setting') return path === `--${word}` ? POINTS.pathPrefix : 0;
  if (!word.startsWith('/') || word.length < 2) return 0;
  if (path.startsWith(word)) return POINTS.pathPrefix;
  return template && hasForm(word, template) ? POINTS.path : 0;
}

/** The first target of a word of the list has all points, and each further target one less. */
function synonymPoints({ synonyms }: SearchEntry, word: string): number {
  const found = Object.entries(synonyms ?? {}).find(([each]) => stemWord(each) === stemWord(word));
  return found ? Math.max(1, POINTS.synonym - found[1]) : 0;
}

/** The name of a setting or fault without its arguments: `--port` for `--port PORT`. */
function nameOf(title: string): string {
  return (title.split(' ', 1)[0] ?? title).replace('--[no-]', '--');
}

/** Whether a path has the segments of a template: `/status/503` those of `/status/{codes}`. */
function hasForm(path: string, template: readonly string[]): boolean {
  const segments = path.split('/');
  const takesRest = template.at(-1)?.endsWith('+}') === true;
  if (takesRest ? segments.length < template.length : segments.length !== template.length) return false;
  return template.every((part, index) =>
    part.includes('{') ? segments[index] !== '' : part === segments[index],
  );
}

function createWordSet(words: readonly string[]): WordSet {
  const stems = new Set(words.map(stemWord));
  return {
    share(word) {
      if (stems.has(stemWord(word))) return 1;
      if (word.length < MIN_PREFIX_LENGTH) return 0;
      return words.some((each) => each.startsWith(word)) ? PREFIX_FACTOR : 0;
    },
  };
}
