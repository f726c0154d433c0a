import { types } from 'node:util';

/** A condition that a program decides: a regular expression, a function, or an asymmetric matcher of a test runner. */
export class Code {
  /** In words, after "expected". */
  readonly description: string;
  readonly #decide: (value: unknown) => unknown;
  readonly #fail: (error: unknown) => boolean;

  /** @param fail gets the error of code that throws or returns a promise, and decides in its place. */
  constructor(description: string, decide: (value: unknown) => unknown, fail: (error: unknown) => boolean) {
    this.description = description;
    this.#decide = decide;
    this.#fail = fail;
  }

  test(value: unknown): boolean {
    try {
      const result = this.#decide(value);
      if (types.isPromise(result)) throw new TypeError('The function of a match must not return a promise.');
      return Boolean(result);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** The text that identifies the code in a match: equal for equal code. */
  toJSON(): string {
    return this.description;
  }
}

export interface CodeOptions {
  readonly fail: (error: unknown) => boolean;
  /** What a function for a whole request gets, of the request that conditions read. */
  readonly view: (request: unknown) => unknown;
}

/** A match in which programs can decide. */
export interface ReadMatch {
  /** The match without the members that are code. */
  readonly plain: unknown;
  /** The match with a valid value in place of code, which a schema can check. */
  readonly checked: unknown;
  /** The match with `Code` in place of expressions, functions and matchers; undefined if it has none. */
  readonly coded: unknown;
  /** The paths of the code. */
  readonly paths: readonly (readonly (string | number)[])[];
}

/** Separates the code of a match from its data. */
export function readCode(input: unknown, options: CodeOptions): ReadMatch {
  const paths: (readonly (string | number)[])[] = [];
  const { plain = {}, checked, coded } = read(input, [], paths, options);
  return { plain, checked, coded: paths.length > 0 ? coded : undefined, paths };
}

interface Parts {
  readonly plain?: unknown;
  readonly checked: unknown;
  readonly coded: unknown;
}

/** A text that every other condition for a text accepts. */
const TEXT = 'GET';
const TEXTS: ReadonlyMap<string | number | undefined, string> = new Map([
  ['url', 'http://a'],
  ['target', '/'],
]);

function read(
  input: unknown,
  path: readonly (string | number)[],
  paths: (readonly (string | number)[])[],
  options: CodeOptions,
): Parts {
  const code = isGroup(path) ? createRequestCode(input, options) : createValueCode(input, options.fail);
  if (code) {
    paths.push(path);
    return {
      coded: code,
      checked: isGroup(path) ? {} : isJson(path) ? null : (TEXTS.get(path.at(-1)) ?? TEXT),
    };
  }
  if (Array.isArray(input) && (path.at(-1) === 'any_of' || path.at(-1) === 'parts' || isJson(path))) {
    const items = input.map((item, index) => read(item, [...path, index], paths, options));
    // The schema counts the items.
    const placeholder = isJson(path) ? null : {};
    return {
      plain: items.map((item) => ('plain' in item ? item.plain : placeholder)),
      checked: items.map(({ checked }) => checked),
      coded: items.map(({ coded }) => coded),
    };
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input) || path.length > MAX_DEPTH)
    return { plain: input, checked: input, coded: input };
  const before = paths.length;
  const members = Object.entries(input).map(
    ([name, inner]) => [name, read(inner, [...path, name], paths, options)] as const,
  );
  const coded = Object.fromEntries(members.map(([name, parts]) => [name, parts.coded]));
  const checked = Object.fromEntries(members.map(([name, parts]) => [name, parts.checked]));
  const plain = members.flatMap(([name, parts]) => ('plain' in parts ? [[name, parts.plain] as const] : []));
  // An object that has only code has no member that a schema could check.
  const isEmpty = plain.length === 0 && paths.length > before;
  return { ...(!isEmpty && { plain: Object.fromEntries(plain) }), checked, coded };
}

const MAX_DEPTH = 100;

/** Whether a match is at the path: the whole one, that of `not`, or one of `any_of`. */
function isGroup(path: readonly (string | number)[]): boolean {
  return path.every((step) => step === 'not' || step === 'any_of' || typeof step === 'number');
}

/** Whether JSON is at the path. */
function isJson(path: readonly (string | number)[]): boolean {
  return path.some((step) => step === 'json' || step === 'at' || step === 'variables');
}

function createRequestCode(input: unknown, { fail, view }: CodeOptions): Code | undefined {
  return isFunction(input)
    ? new Code(describeFunction(input), (request) => input(view(request)), fail)
    : undefined;
}

function createValueCode(input: unknown, fail: CodeOptions['fail']): Code | undefined {
  if (types.isRegExp(input)) {
    // `search` begins at the start, also with the flag `g`.
    return new Code(
      `a text like ${input}`,
      (value) => typeof value === 'string' && value.search(input) >= 0,
      fail,
    );
  }
  if (isFunction(input)) return new Code(describeFunction(input), input, fail);
  if (typeof input !== 'object' || input === null) return undefined;
  const match: unknown = Reflect.get(input, 'asymmetricMatch');
  if (!isFunction(match)) return undefined;
  return new Code(describeMatcher(input), (value) => Reflect.apply(match, input, [value]), fail);
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function';
}

const MAX_SHOWN = 200;

function describeFunction(input: (...args: never) => unknown): string {
  return `what the function ${String(input).slice(0, MAX_SHOWN)} accepts`;
}

/** Matchers of Jest and Vitest have a name as text, and their argument as `sample`, which can contain others. */
function describeMatcher(matcher: object): string {
  const sample: unknown = Reflect.get(matcher, 'sample');
  return `${String(matcher)} ${describeSample(sample).slice(0, MAX_SHOWN)}`.trim();
}

function describeSample(sample: unknown): string {
  if (isFunction(sample)) return sample.name;
  if (types.isRegExp(sample)) return String(sample);
  const formatValue = (_: string, value: unknown) => {
    if (types.isRegExp(value)) return String(value);
    return typeof value === 'object' && value !== null && isFunction(Reflect.get(value, 'asymmetricMatch'))
      ? describeMatcher(value)
      : value;
  };
  return JSON.stringify(sample, formatValue) ?? '';
}
