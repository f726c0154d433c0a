import type { TLocalizedValidationError } from 'typebox/error';
import { Value } from 'typebox/value';
import type { Path } from '../config/document.ts';
import { quote } from '../config/resolve.ts';
import { UsageError } from '../config/usage-error.ts';
import { suggestion } from '../nearest.ts';
import { SeedData } from './schema.ts';

/** Where a member stands, as it reads at the beginning of a sentence. */
export type PlaceOf = (path: Path) => string;

/** @throws UsageError for the first thing that does not fit, naming its place. */
export function checkSeed(data: unknown, placeOf: PlaceOf): SeedData {
  if (Value.Check(SeedData, data)) return data;
  const errors = Value.Errors(SeedData, data);
  // A key that is written wrongly is often also one that is missing: the former says more.
  const [first] = [...errors.filter(isUnknownKey), ...errors.filter(isOwnProblem)];
  if (!first) throw new UsageError('The seed does not fit its schema.');
  const path = toPath(first.instancePath);
  if (isUnknownKey(first)) {
    const [key = ''] = first.params.additionalProperties;
    const known = Object.keys(asObject(schemaAt(first.schemaPath).properties));
    throw new UsageError(
      `${placeOf([...path, key])} is not a key that is known here${suggestion(key, known)}.`,
    );
  }
  if (first.keyword === 'required') {
    throw new UsageError(`${placeOf(path)} has no ${first.params.requiredProperties.join(' and no ')}.`);
  }
  throw new UsageError(`${placeOf(path)} must be ${toExpectation(first.schemaPath)}.`);
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

function schemaAt(schemaPath: string): Record<string, unknown> {
  return toPath(schemaPath.slice(1)).reduce<Record<string, unknown>>(
    (schema, step) => asObject(schema[step]),
    asObject(SeedData),
  );
}

function toExpectation(schemaPath: string): string {
  const { description, type } = schemaAt(schemaPath);
  return String(description ?? (type === 'object' ? 'an object' : type));
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
