import type { Static, TSchema } from 'typebox';
import { formatTypePhrase } from '#http/message/input-error.ts';
import { findMainViolation, matches, type Path, type Violation } from '#http/message/validation.ts';
import { quote, UsageError } from './usage-error.ts';

/** How a member is called at the beginning of a sentence. */
export type PlaceOf = (path: Path) => string;

/** @throws UsageError with the main reason why the data do not match, naming the place. */
export function checkAgainst<const Schema extends TSchema>(
  schema: Schema,
  data: unknown,
  placeOf: PlaceOf,
): Static<Schema> {
  if (matches(schema, data)) return data;
  const violation = findMainViolation(schema, data);
  const sentence = violation
    ? `${placeOf(violation.path)} ${formatClause(violation)}`
    : `${placeOf([])} does not fit its schema`;
  const { path = [], missing = [] } = violation ?? {};
  throw new UsageError(`${sentence}.`, { path: [...path, ...missing.slice(0, 1)] });
}

/** `users[0].login` */
export function formatMemberName(path: Path): string {
  return path
    .map((step) =>
      typeof step === 'number' ? `[${step}]` : `.${/^[\w$-]+$/.test(step) ? step : quote(step)}`,
    )
    .join('')
    .replace(/^\./, '');
}

/** Descriptions in these schemas say what a value must be, unless they are sentences. */
function formatClause({
  keyword,
  message,
  missing,
  hint,
  schema: { description, type, anyOf },
}: Violation): string {
  if (keyword === 'additionalProperties') return `is not a known key${hint}`;
  if (keyword === 'required') return `has no ${missing.join(' and no ')}`;
  const isClause = typeof description === 'string' && !description.endsWith('.');
  if (keyword === 'anyOf' && Array.isArray(anyOf) && !isClause)
    return `must be ${anyOf.map(formatTypePhrase).join(' or ')}${hint}`;
  if (!isClause && description !== undefined) return `${message}${hint}`;
  return `must be ${description ?? (type === 'object' ? 'an object' : type)}${hint}`;
}
