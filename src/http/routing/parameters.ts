import { IsOptional, type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { invalidInput, type Problem } from '../errors/errors.ts';
import { compileCheck, findViolations, type Violation } from '../message/validation.ts';
import { didYouMean } from '../syntax/closest-match.ts';
import { type Coercion, clamp, coercionOf, isList, keywordOf } from './coercion.ts';
import type { Strictness } from './endpoint.ts';

/** A parameter whose values are text in the request. */
export interface Parameter {
  readonly name: string;
  readonly schema: TSchema;
  readonly isList: boolean;
  readonly coerce: Coercion | undefined;
  /** Undefined if every text matches. */
  readonly matches: ((value: unknown) => boolean) | undefined;
}

/** Parameters by name, compiled once for all requests. */
export interface Parameters<Schemas extends TProperties> {
  readonly schemas: Schemas;
  readonly list: readonly Parameter[];
}

export function compileParameters<Schemas extends TProperties>(schemas: Schemas): Parameters<Schemas> {
  const list = Object.entries(schemas).map(([name, schema]) => ({
    name,
    schema,
    isList: isList(schema),
    coerce: coercionOf(schema),
    matches: isAnyText(schema) ? undefined : compileCheck(schema),
  }));
  return { schemas, list };
}

/** Whether the only keywords besides the type `string` are annotations and those that the decoder enforces. */
function isAnyText(schema: TSchema): boolean {
  return keywordOf(schema, 'type') === 'string' && Object.keys(schema).every((name) => UNCHECKED.has(name));
}

const UNCHECKED: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'examples',
  'deprecated',
  'default',
]);

/**
 * Names and values as the types of the parameters. A list takes all values of a repeated name, any other parameter the
 * first. Undeclared names are ignored. If strict, undeclared and repeated names are errors, and empty values are ignored,
 * or errors with `non-empty`.
 * @throws HttpError 400 with all problems.
 */
export function decodePairs<Schemas extends TProperties>(
  { schemas, list }: Parameters<Schemas>,
  pairs: readonly (readonly [name: string, value: string])[],
  strictness: Strictness = false,
): Static<TObject<Schemas>> {
  const counted = strictness === true ? pairs.filter(([, value]) => value !== '') : pairs;
  const input = Map.groupBy(counted, ([name]) => name);
  const problems = strictness ? findUnexpected(schemas, input, strictness) : [];
  const values: Record<string, unknown> = {};
  for (const parameter of list) {
    const { name, schema } = parameter;
    const texts = input.get(name)?.map(([, value]) => value);
    const value = texts ? coerceTexts(parameter, texts) : keywordOf(schema, 'default');
    if (value === undefined) {
      if (!IsOptional(schema))
        problems.push({ in: 'query', name, keyword: 'required', message: 'is required' });
      continue;
    }
    const problem = texts && findProblem(parameter, value, 'query');
    if (!problem) values[name] = value;
    else if (keywordOf(schema, 'clamp') === true) values[name] = clamp(schema, value);
    else problems.push(problem);
  }
  if (problems.length > 0) throw invalidInput(problems);
  // Sound: each value matches the schema of its name.
  return values as Static<TObject<Schemas>>;
}

function coerceTexts({ coerce, isList }: Parameter, texts: readonly string[]): unknown {
  if (isList) return coerce ? texts.map(coerce) : texts;
  const [text = ''] = texts;
  return coerce ? coerce(text) : text;
}

/** Names that a strict list of parameters does not declare, repeated names that are not lists, and empty values. */
function findUnexpected(
  schemas: TProperties,
  input: ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>,
  strictness: Strictness,
): Problem[] {
  const problems: Problem[] = [];
  for (const [name, values] of input) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const add = (keyword: string, message: string) => problems.push({ in: 'query', name, keyword, message });
    if (!schema) add('additionalProperties', `is not known${didYouMean(name, Object.keys(schemas))}`);
    else if (values.length > 1 && !isList(schema)) add('maxItems', 'must not be given more than once');
    else if (
      strictness === 'non-empty' &&
      keywordOf(schema, 'minLength') !== 0 &&
      values.some(([, value]) => value === '')
    )
      add('minLength', 'must not be empty');
  }
  return problems;
}

/** The first problem of a parameter. */
export function findProblem(
  { name, schema, matches }: Parameter,
  value: unknown,
  place: Problem['in'],
): Problem | undefined {
  if (matches === undefined || matches(value)) return undefined;
  // TypeBox reports a limited number of errors, those of items first, so the list itself is checked before them.
  const { items, ...list }: { items?: unknown } = schema;
  const [first] = [...(items ? findViolations(list, value) : []), ...findViolations(schema, value)];
  return first && { in: place, name, keyword: first.keyword, message: formatSentence(first) };
}

/** The violation in words for text, which has no JSON types. */
function formatSentence({ keyword, schema, message }: Violation): string {
  switch (keyword) {
    case 'type':
      return schema.type === 'integer' ? 'must be a whole number' : 'must be a number';
    case 'minimum':
      return `must be at least ${schema.minimum}`;
    case 'maximum':
      return `must be at most ${schema.maximum}`;
    case 'maxLength':
      return `must be at most ${schema.maxLength} characters long`;
    case 'maxItems':
      return `must not be given more than ${schema.maxItems} times`;
    case 'enum':
      return `must be one of ${Object.values(Object(schema.enum)).join(', ')}`;
    default:
      return message;
  }
}
