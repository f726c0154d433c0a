import type { TSchema } from 'typebox';
import { HttpError } from '../errors/errors.ts';
import { formatPointer } from '../syntax/json-pointer.ts';
import { formatMemberText, formatPredicate, type Span } from './input-error.ts';
import { findDistinctViolations, type Path } from './validation.ts';

/** A problem of one value of an input. */
export interface InputProblem {
  /** The path from the input to the value. */
  readonly path: Path;
  /** A clause that follows the name of the value, such as `must be a string`. */
  readonly message: string;
  /** The part of the value that is invalid, if it is a text. */
  readonly span?: Span | undefined;
}

/** Input that is invalid, with all of its problems. */
export class InvalidInputError extends Error {
  override name = 'InvalidInputError';
  readonly problems: readonly InputProblem[];

  constructor(problems: readonly InputProblem[]) {
    super(problems.map(formatSentence).join(' '));
    this.problems = problems;
  }
}

/** Each value that does not match the schema. */
export function problemsOfSchema(schema: TSchema, value: unknown, at: Path = []): InputProblem[] {
  return findDistinctViolations(schema, value).map((violation) => ({
    path: [...at, ...violation.path, ...violation.missing.slice(0, 1)],
    message: violation.missing.length > 0 ? 'is missing' : formatPredicate(violation),
  }));
}

/** `match.path must be a template.` */
function formatSentence({ path, message }: InputProblem): string {
  return path.length === 0 ? `The input ${message}.` : `${formatMemberText(path)} ${message}.`;
}

/** The members of an error that names the problems of JSON: those of a body. */
export function toProblemMembers(problems: readonly InputProblem[]) {
  return {
    problems: problems.map(({ path, message, span }) => ({ pointer: formatPointer(path), message, ...span })),
  };
}

/** The error for a JSON body that is not the one of its endpoint. */
export function invalidBody(problems: readonly InputProblem[]): HttpError {
  return new HttpError(422, new InvalidInputError(problems).message, { members: toProblemMembers(problems) });
}
