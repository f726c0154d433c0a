import type { Static, TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Check, Compile, Errors } from 'typebox/schema';
import type { Problem } from '../errors/errors.ts';
import { didYouMean } from '../syntax/closest-match.ts';

/** The path from a value to a value inside it: names of members and indexes of items. */
export type Path = readonly (string | number)[];

/** One reason why a value does not match its schema. */
export interface Violation {
  /** The value that does not match, or the unknown key. */
  readonly path: Path;
  /** The JSON Schema keyword that the value fails; `additionalProperties` for an unknown key. */
  readonly keyword: string;
  /** A predicate that follows the name of the value, such as `must be string`. */
  readonly message: string;
  /** The keywords beside the one that failed. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Location of the keyword in the schema, as a JSON Pointer. */
  readonly schemaPath: string;
  /** Names of the missing members, for the keyword `required`. */
  readonly missing: readonly string[];
  /**
   * ` (did you mean login?)` for an unknown key that is similar to a known one, ` (text is in quotes)` for a number or a boolean in place
   * of a text; otherwise empty.
   */
  readonly hint: string;
}

export function matches<const Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): value is Static<Schema> {
  return Check(schema, value);
}

/**
 * Whether values match a schema, for many values. The schema is compiled with the first value: all schemas of a server take
 * as long as the rest of its start.
 */
export function compileCheck(schema: TSchema): (value: unknown) => boolean {
  let check: ((value: unknown) => boolean) | undefined;
  return (value) => {
    if (check === undefined) {
      const validator = Compile(schema);
      check = (each) => validator.Check(each);
    }
    return check(value);
  };
}

/** All violations of a value, or the first ones if there are many. */
export function findViolations(schema: TSchema, value: unknown): Violation[] {
  if (Check(schema, value)) return [];
  const [, errors] = Errors(schema, value);
  // TypeBox reports each unknown key, as a value of the schema `false`, and then all of them together. The list of
  // errors may end before that, so the former count.
  return errors
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map((error) =>
      error.keyword === 'boolean' ? buildUnknownKey(schema, error) : toViolation(schema, value, error),
    );
}

/**
 * The violation that best describes what is wrong. An unknown key precedes a missing one, because a misspelt key
 * causes both. Of a union, the branch that is most similar to the value is used.
 */
export function findMainViolation(schema: TSchema, value: unknown): Violation | undefined {
  const violations = findViolations(schema, value);
  const first =
    violations.find(({ keyword }) => keyword === 'additionalProperties') ??
    violations.find(({ schemaPath }) => !/\/anyOf\/\d+$/.test(schemaPath)) ??
    violations[0];
  const branch = first && findBranch(schema, value, first);
  const inner = branch && findMainViolation(branch.schema, branch.value);
  return inner ? { ...inner, path: [...branch.path, ...inner.path] } : first;
}

/** One violation for each value that does not match: of a union, those of the branch that is most similar to the value. */
export function findDistinctViolations(schema: TSchema, value: unknown): Violation[] {
  const unions = new Set<string>();
  return findViolations(schema, value).flatMap((violation) => {
    const { schemaPath, path, keyword } = violation;
    const [union = ''] = schemaPath.split(/\/anyOf\/\d+(?=\/|$)/, 1);
    if (union === schemaPath && keyword !== 'anyOf') return [violation];
    const at = path.slice(0, dataDepth(union));
    const key = JSON.stringify(at);
    if (unions.has(key)) return [];
    unions.add(key);
    const branch = findBranch(schema, value, violation);
    const inner = branch ? findDistinctViolations(branch.schema, branch.value) : [];
    if (inner.length > 0) return inner.map((each) => ({ ...each, path: [...at, ...each.path] }));
    const inUnion = schemaAt(schema, union);
    const hint = textHint(inUnion, valueAt(value, at));
    return [{ ...violation, path: at, keyword: 'anyOf', schema: inUnion, schemaPath: union, hint }];
  });
}

/** The violation of a JSON body as clients see it: named by the member of the body that it is in. */
export function toBodyProblem({ path, keyword, message, missing }: Violation): Problem {
  const [name = missing[0] ?? ''] = path;
  const isNested = keyword === 'additionalProperties' && path.length > 1;
  const key = isNested ? `has a key ${JSON.stringify(path.at(-1))} that ` : '';
  return { in: 'body', name: String(name), keyword, message: `${key}${message}` };
}

function toViolation(
  schema: TSchema,
  data: unknown,
  { instancePath, schemaPath, keyword, message, params }: TLocalizedValidationError,
): Violation {
  const path = parsePath(instancePath);
  const failed = schemaAt(schema, schemaPath);
  return {
    path,
    keyword,
    message,
    schema: failed,
    schemaPath,
    missing: 'requiredProperties' in params ? params.requiredProperties : [],
    hint: textHint(failed, valueAt(data, path)),
  };
}

/** A hint for a value of a file, in which a user sees text in each place. */
function textHint({ type, anyOf }: Readonly<Record<string, unknown>>, value: unknown): string {
  if (typeof value !== 'number' && typeof value !== 'boolean') return '';
  const types = Array.isArray(anyOf) ? anyOf.map((branch) => toRecord(branch).type) : [type];
  const isNumeric = types.includes('number') || types.includes('integer');
  return types.includes('string') && !isNumeric ? ' (text is in quotes)' : '';
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => toRecord(inner)[step], data);
}

function buildUnknownKey(
  schema: TSchema,
  { instancePath, schemaPath }: TLocalizedValidationError,
): Violation {
  const parent = schemaAt(schema, schemaPath.replace(/\/additionalProperties$/, ''));
  const key = parseSteps(instancePath).at(-1) ?? '';
  const hint = didYouMean(key, Object.keys(toRecord(parent.properties)));
  return {
    path: [...parsePath(instancePath).slice(0, -1), key],
    keyword: 'additionalProperties',
    message: `is not known${hint}`,
    schema: parent,
    schemaPath,
    missing: [],
    hint,
  };
}

/** The most similar branch of the union that contains a violation, and the value that was compared with the union. */
function findBranch(schema: TSchema, data: unknown, { schemaPath, path, keyword }: Violation) {
  const [union = ''] = schemaPath.split(/\/anyOf\/\d+(?=\/|$)/, 1);
  const pathOfUnion = path.slice(0, dataDepth(union));
  const value = valueAt(data, pathOfUnion);
  if (typeof value !== 'object' || value === null) return undefined;
  // A list has one branch, so its length can be reported; other values of no branch are reported by the union.
  if (union === schemaPath && !(keyword === 'anyOf' && Array.isArray(value))) return undefined;
  const [best] = Object.values(toRecord(schemaAt(schema, union).anyOf))
    .map(toRecord)
    .filter(({ type }) => type === (Array.isArray(value) ? 'array' : 'object'))
    .map((branch) => ({ branch, score: similarity(branch, toRecord(value)) }))
    .sort((one, other) => other.score - one.score);
  return best && { schema: best.branch, value, path: pathOfUnion };
}

/** A matching literal outweighs any number of known keys. */
function similarity({ properties }: Record<string, unknown>, value: Record<string, unknown>): number {
  const known = Object.entries(toRecord(properties)).filter(([name]) => name in value);
  const literals = known.filter(([name, inner]) => toRecord(inner).const === value[name]);
  return literals.length * 1000 + known.length;
}

/** How many steps of a path in the data belong to a place in the schema. */
function dataDepth(schemaPath: string): number {
  return schemaPath.match(/\/(?:properties|patternProperties)\/[^/]+|\/items(?=\/|$)/g)?.length ?? 0;
}

/** The steps of a JSON Pointer (RFC 6901 §4), or of one behind a `#`. */
function parseSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function parsePath(pointer: string): (string | number)[] {
  return parseSteps(pointer).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function schemaAt(schema: TSchema, pointer: string): Record<string, unknown> {
  return parseSteps(pointer).reduce<Record<string, unknown>>(
    (inner, step) => toRecord(inner[step]),
    toRecord(schema),
  );
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
