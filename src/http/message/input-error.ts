import type { Path, Violation } from './validation.ts';

/** A part of a text: the index of its first character, and the index after its last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Invalid input, named by its member. */
export class InputError extends Error {
  /** The path to the member or parameter that is invalid. */
  readonly path: Path;

  /** The path as text, such as `match[1].path`. */
  get member(): string {
    return formatMemberText(this.path);
  }

  /** A clause that follows the name, such as `is not known`. */
  readonly problem: string;

  /** The part of the text that is invalid; undefined for all of it. */
  readonly span: Span | undefined;

  /** @param at the name of the member or parameter, or the path to it. */
  constructor(at: string | Path, problem: string, span?: Span) {
    const path = typeof at === 'string' ? [at] : at;
    super(path.length === 0 ? problem : `${formatMemberText(path)}: ${problem}`);
    this.name = 'InputError';
    this.path = path;
    this.problem = problem;
    this.span = span;
  }
}

/** `match.headers.x-a: must be string`, `match[1].path: …` */
export function createInputError(root: string, violation: Violation): InputError {
  const { path, missing } = violation;
  const steps = [root, ...path, ...missing.slice(0, 1)].filter((step) => step !== '');
  return new InputError(steps, formatPredicate(violation));
}

/** `match[1].headers.x-a` */
export function formatMemberText(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * For the lengths of lists, and for unions whose description is a noun, the description says more than the message of the
 * validator.
 */
export function formatPredicate({
  keyword,
  message,
  schema: { description, anyOf },
  hint,
}: Violation): string {
  if (keyword === 'additionalProperties') return message;
  const isNoun = typeof description === 'string' && /^(?:an?|the|\d+ to \d+)\b/i.test(description);
  if (keyword === 'anyOf' && Array.isArray(anyOf) && !isNoun)
    return `must be ${anyOf.map(formatTypePhrase).join(' or ')}${hint}`;
  if (typeof description !== 'string') return `${message}${hint}`;
  const clause = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
  if (keyword === 'minItems' || keyword === 'maxItems') return `must have ${clause}`;
  return `${keyword === 'anyOf' ? `must be ${clause}` : message}${hint}`;
}

/** Such as `a number`. */
export function formatTypePhrase(schema: unknown): string {
  const { type, const: constant }: { type?: unknown; const?: unknown } = Object(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  return type === 'integer' || type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}
