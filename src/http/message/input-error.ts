import type { Violation } from '../routing/validation.ts';

/** A part of a text: the index of its first character, and the index after its last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Invalid input, named by its member. */
export class InputError extends Error {
  /** Name of the member or parameter that is invalid. */
  readonly member: string;

  /** A clause that follows the name, such as `is not known`. */
  readonly problem: string;

  /** The part of the text that is invalid; undefined for all of it. */
  readonly span: Span | undefined;

  constructor(member: string, problem: string, span?: Span) {
    super(member === '' ? problem : `${member}: ${problem}`);
    this.name = 'InputError';
    this.member = member;
    this.problem = problem;
    this.span = span;
  }
}

/** `match.headers.x-a: must be string`, `match[1].path: …` */
export function toInputError(root: string, violation: Violation): InputError {
  const { path, missing } = violation;
  const steps = [root, ...path, ...missing.slice(0, 1)].filter((step) => step !== '');
  const member = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return new InputError(member.replace(/^\./, ''), toPredicate(violation));
}

/** For unions and the lengths of lists, their description says more than the message of the validator. */
export function toPredicate({ keyword, message, schema: { description }, hint }: Violation): string {
  if (keyword === 'additionalProperties') return message;
  if (typeof description !== 'string') return `${message}${hint}`;
  const clause = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
  if (keyword === 'minItems' || keyword === 'maxItems') return `must have ${clause}`;
  return `${keyword === 'anyOf' ? `must be ${clause}` : message}${hint}`;
}
