import { HttpError } from '#http/errors/errors.ts';

/** Why a target of `/compose` or of a lab would get an error. */
export interface TargetProblem {
  /** The sentence of the error. */
  readonly message: string;
  /** Number of the invalid step of a sequence, counted from 1; otherwise null. */
  readonly step: number | null;
  /** The invalid directives. */
  readonly directives: readonly { readonly name: string; readonly message: string }[];
}

/** The problem that a check throws as HttpError. */
export function problemOf(check: () => void): TargetProblem | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return toProblem(error);
  }
}

/** @throws any other error than HttpError */
export function toProblem(error: unknown): TargetProblem {
  if (!(error instanceof HttpError)) throw error;
  const directives = error.problems.map(({ name, message }) => ({ name, message }));
  return { message: error.message, step: null, directives };
}
