import { didYouMean } from '#http/syntax/closest-match.ts';
import { parsePointer } from '#http/syntax/json-pointer.ts';
import { isToken } from '#http/syntax/token.ts';
import { DirectiveError } from '../syntax/directive-error.ts';
import type { JsonText, TemplateValues } from './template-values.ts';

/** What an expression results in; undefined for a missing value. */
export type Result = string | JsonText | undefined;

/** An expression of a template, such as `path.id:int` or `query.name ?? nobody`. */
export interface Expression {
  /** Whether it reads the body of the request. */
  readonly needsBody: boolean;
  evaluate(values: TemplateValues): Result;
}

/**
 * @param text what is between the braces.
 * @param captures the names that `path` has; undefined for any.
 * @throws DirectiveError
 */
export function parseExpression(text: string, captures: readonly string[] | undefined): Expression {
  const mark = text.indexOf('??');
  const head = (mark < 0 ? text : text.slice(0, mark)).trim();
  const colon = head.lastIndexOf(':');
  const suffix = colon < 0 ? '' : head.slice(colon + 1);
  const isTyped = /^[a-z]+$/i.test(suffix);
  const { read, needsBody } = parseSource(isTyped ? head.slice(0, colon) : head, captures);
  const convert = isTyped ? converterOf(suffix) : asItIs;
  const written = mark < 0 ? undefined : text.slice(mark + 2).trim();
  const fallback = convert(written);
  if (written !== undefined && fallback === undefined)
    throw new DirectiveError(`has the default ${written} in {{${text}}}, which is not of the type ${suffix}`);
  return { needsBody, evaluate: (values) => convert(read(values)) ?? fallback };
}

interface Source extends Pick<Expression, 'needsBody'> {
  read(values: TemplateValues): Result;
}

const WORDS: Readonly<Record<string, Source['read']>> = {
  method: ({ method }) => method,
  url: ({ url }) => url,
  n: ({ use }) => toJsonText(use),
  uuid: (values) => values.uuid(),
  now: (values) => new Date(values.now()).toISOString(),
  unix: (values) => toJsonText(Math.floor(values.now() / 1000)),
};

/** The sources that have a name behind a dot. */
const NAMED: Readonly<Record<string, (name: string) => Source['read']>> = {
  path: (name) => (values) => values.capture(name),
  query: (name) => (values) => values.query(name),
  header: (name) => (values) => values.header(name),
  cookie: (name) => (values) => values.cookie(name),
  form: (name) => (values) => values.form(name),
};

/** The sources that have a JSON Pointer. */
const POINTED: Readonly<Record<string, (pointer: readonly string[]) => Source['read']>> = {
  json: (pointer) => (values) => values.json(pointer),
  'graphql.variables': (pointer) => (values) => values.variable(pointer),
};

const NAMES = [...Object.keys(WORDS), ...Object.keys(NAMED), ...Object.keys(POINTED)];

/** @throws DirectiveError */
function parseSource(text: string, captures: readonly string[] | undefined): Source {
  if (/\s/.test(text)) throw new DirectiveError(`must not have a space in ${text}`);
  if (text === '') throw new DirectiveError(`has an expression without a source; the sources are ${SOURCES}`);
  const word = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined;
  if (word) return { needsBody: false, read: word };
  for (const [kind, create] of Object.entries(POINTED)) {
    const pointer = behind(text, kind);
    if (pointer !== undefined) return { needsBody: true, read: create(parseSteps(text, kind, pointer)) };
  }
  for (const [kind, create] of Object.entries(NAMED)) {
    const name = behind(text, kind);
    if (name === undefined) continue;
    checkName(text, kind, name, captures);
    return { needsBody: kind === 'form', read: create(name.slice(1)) };
  }
  const [kind = ''] = text.split('.', 1);
  throw new DirectiveError(
    `has the unknown source ${text}${didYouMean(kind, NAMES)}; the sources are ${SOURCES}`,
  );
}

/** What follows the kind of a source: a separator and more, or nothing; undefined for another source. */
function behind(text: string, kind: string): string | undefined {
  const rest = text.slice(kind.length);
  return text.startsWith(kind) && /^(?:[./]|$)/.test(rest) ? rest : undefined;
}

/** @throws DirectiveError */
function parseSteps(text: string, kind: string, pointer: string): readonly string[] {
  if (pointer.startsWith('.'))
    throw new DirectiveError(`has ${text}, which is written ${kind}${pointer.replaceAll('.', '/')}`);
  const steps = parsePointer(pointer);
  if (!steps) throw new DirectiveError(`has ${text}, which is not a JSON Pointer behind ${kind}`);
  // In a match, `*` is any index.
  if (steps.includes('*'))
    throw new DirectiveError(`has ${text}, in which * is no index: an expression has one value`);
  return steps;
}

/** @throws DirectiveError */
function checkName(text: string, kind: string, name: string, captures: readonly string[] | undefined): void {
  if (name.length < 2) throw new DirectiveError(`has ${kind} without a name; it is written ${kind}.NAME`);
  if (name.startsWith('/'))
    throw new DirectiveError(`has ${text}, which is written ${kind}.${name.slice(1)}`);
  if (kind === 'header' && !isToken(name.slice(1)))
    throw new DirectiveError(`has ${text}, which is not the name of a header`);
  if (kind !== 'path' || !captures || captures.includes(name.slice(1))) return;
  const hint = didYouMean(name.slice(1), captures);
  throw new DirectiveError(`has the expression ${text}, which the path of the match does not capture${hint}`);
}

const SOURCES = [
  ...Object.keys(NAMED).map((name) => `${name}.NAME`),
  ...Object.keys(POINTED).map((name) => `${name}/POINTER`),
  ...Object.keys(WORDS),
].join(', ');

/** Undefined for a value that is missing, or not of the type. */
type Converter = (value: Result) => Result;

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const CONVERTERS: Readonly<Record<string, (value: string | JsonText) => Result>> = {
  // The digits are kept, also of numbers that are too large for a reader of JSON.
  int(value) {
    const text = formatText(value);
    if (INTEGER.test(text)) return { value: Number(text), source: text.replace(/^(-?)0+(?=\d)/, '$1') };
    const number = NUMBER.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(number) ? toJsonText(number) : undefined;
  },
  number(value) {
    const text = formatText(value);
    if (INTEGER.test(text)) return CONVERTERS.int?.(text);
    return NUMBER.test(text) && Number.isFinite(Number(text))
      ? { value: Number(text), source: text }
      : undefined;
  },
  boolean(value) {
    const text = formatText(value);
    return text === 'true' || text === 'false' ? toJsonText(text === 'true') : undefined;
  },
  json(value) {
    if (typeof value !== 'string') return { value: undefined, source: value.source };
    return isJson(value) ? { value: undefined, source: value.trim() } : undefined;
  },
};

function converterOf(type: string): Converter {
  const convert = Object.hasOwn(CONVERTERS, type) ? CONVERTERS[type] : undefined;
  if (!convert) {
    const types = Object.keys(CONVERTERS);
    throw new DirectiveError(
      `has the unknown type ${type}${didYouMean(type, types)}; the types are ${types.join(', ')}`,
    );
  }
  return (value) => {
    const present = asItIs(value);
    return present === undefined ? undefined : convert(present);
  };
}

/** A null of JSON counts as missing, as for the operator `??` of JavaScript. */
function asItIs(value: Result): Result {
  return typeof value === 'object' && value.value === null ? undefined : value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function toJsonText(value: unknown): JsonText {
  return { value, source: JSON.stringify(value) };
}

/** The text that replaces an expression in a text: that of a JSON string is its value. */
export function formatText(result: Result): string {
  if (result === undefined) return '';
  if (typeof result === 'string') return result;
  return typeof result.value === 'string' ? result.value : result.source;
}

/** The JSON that replaces an expression which is a whole string of JSON. */
export function formatJson(result: Result): string {
  if (result === undefined) return 'null';
  return typeof result === 'string' ? JSON.stringify(result) : result.source;
}
