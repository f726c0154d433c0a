import type { Static, TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import { Value } from 'typebox/value';
import { suggestion } from '../nearest.ts';
import type { Path } from './document.ts';
import { quote } from './resolve.ts';
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
  const errors = Value.Errors(schema, data);
  // A key that is written wrongly is often also one that is missing: the former says more.
  const [first] = [...errors.filter(isUnknownKey), ...errors.filter(isOwnProblem)];
  if (!first) throw new UsageError(`${placeOf([])} does not fit its schema.`);
  const path = toPath(first.instancePath);
  if (isUnknownKey(first)) {
    const [key = ''] = first.params.additionalProperties;
    const known = Object.keys(asObject(schemaAt(schema, first.schemaPath).properties));
    throw new UsageError(
      `${placeOf([...path, key])} is not a key that is known here${suggestion(key, known)}.`,
    );
  }
  if (first.keyword === 'required') {
    throw new UsageError(`${placeOf(path)} has no ${first.params.requiredProperties.join(' and no ')}.`);
  }
  throw new UsageError(`${placeOf(path)} must be ${toExpectation(schemaAt(schema, first.schemaPath))}.`);
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
