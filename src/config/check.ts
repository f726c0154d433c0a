import type { Static, TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Value } from 'typebox/value';
import { suggestion } from '../nearest.ts';
import type { Path } from './document.ts';
import { quote } from './rejection.ts';
import { UsageError } from './usage-error.ts';

/** Where a member stands, as it reads at the beginning of a sentence. */
export type PlaceOf = (path: Path) => string;

/** @throws UsageError for the first thing that does not fit, naming its place. */
export function checkAgainst<const Schema extends TSchema>(
  schema: Schema,
  data: unknown,
  placeOf: PlaceOf,
): Static<Schema> {
  if (Value.Check(schema, data)) return data;
  throw toRefusal(schema, data, placeOf);
}

function toRefusal(schema: TSchema, data: unknown, placeOf: PlaceOf): UsageError {
  const errors = Value.Errors(schema, data);
  // A key that is written wrongly is often also one that is missing: the former says more.
  const [first] = [...errors.filter(isUnknownKey), ...errors.filter(isOwnProblem)];
  if (!first) return new UsageError(`${placeOf([])} does not fit its schema.`);
  const branch = findBranch(schema, data, first);
  if (branch) return toRefusal(branch.schema, branch.value, (path) => placeOf([...branch.path, ...path]));
  const path = toPath(first.instancePath);
  if (isUnknownKey(first)) {
    const [key = ''] = first.params.additionalProperties;
    const known = Object.keys(asObject(schemaAt(schema, first.schemaPath).properties));
    return new UsageError(
      `${placeOf([...path, key])} is not a key that is known here${suggestion(key, known)}.`,
    );
  }
  if (first.keyword === 'required') {
    return new UsageError(`${placeOf(path)} has no ${first.params.requiredProperties.join(' and no ')}.`);
  }
  return new UsageError(`${placeOf(path)} must be ${toExpectation(schemaAt(schema, first.schemaPath))}.`);
}

/** `users[0].login` */
export function toMemberName(path: Path): string {
  return path
    .map((step) =>
      typeof step === 'number' ? `[${step}]` : `.${/^[\w$-]+$/.test(step) ? step : quote(step)}`,
    )
    .join('')
    .replace(/^\./, '');
}

function isUnknownKey(error: TLocalizedValidationError) {
  return error.keyword === 'additionalProperties';
}

/** The branches of a union complain each for itself, and so does what an unknown key holds. */
function isOwnProblem(error: TLocalizedValidationError): boolean {
  return error.keyword !== 'boolean' && !/\/anyOf\/\d+$/.test(error.schemaPath);
}

/** Of a union that an error stands in, the branch that was meant, and what was to fit it. */
function findBranch(schema: TSchema, data: unknown, error: TLocalizedValidationError) {
  const [union = ''] = error.schemaPath.split(/\/anyOf\/\d+(?=\/|$)/, 1);
  if (union === error.schemaPath) return undefined;
  const path = toPath(error.instancePath).slice(0, dataDepth(union));
  const value = path.reduce<unknown>((inner, step) => asObject(inner)[step], data);
  const branches = Object.values(asObject(schemaAt(schema, union).anyOf)).map(asObject);
  const [meant] = branches
    .filter(({ type }) => type === 'object')
    .map((branch) => ({ schema: branch, score: likeness(branch, asObject(value)) }))
    .sort((one, other) => other.score - one.score);
  return meant && { schema: meant.schema, value, path };
}

/** A literal that fits says more than any number of known keys. */
function likeness({ properties }: Record<string, unknown>, value: Record<string, unknown>): number {
  const known = Object.entries(asObject(properties)).filter(([name]) => name in value);
  const literals = known.filter(([name, inner]) => asObject(inner).const === value[name]);
  return literals.length * 1000 + known.length;
}

/** How deep in the data a place of the schema is. */
function dataDepth(schemaPath: string): number {
  return schemaPath.match(/\/properties\/[^/]+|\/items(?=\/|$)/g)?.length ?? 0;
}

function toPath(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function schemaAt(schema: TSchema, schemaPath: string): Record<string, unknown> {
  return toPath(schemaPath.slice(1)).reduce<Record<string, unknown>>(
    (inner, step) => asObject(inner[step]),
    asObject(schema),
  );
}

function toExpectation({ description, type }: Record<string, unknown>): string {
  return String(description ?? (type === 'object' ? 'an object' : type));
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
