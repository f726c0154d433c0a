import type { Violation } from './validation.ts';

/** Invalid input, named by its member. */
export class InputError extends Error {
  /** Name of the member or parameter that is invalid. */
  readonly member: string;

  /** A clause that follows the name, such as `is not known`. */
  readonly problem: string;

  constructor(member: string, problem: string) {
    super(member === '' ? problem : `${member}: ${problem}`);
    this.name = 'InputError';
    this.member = member;
    this.problem = problem;
  }
}

/** `match.headers.x-a: must be string` */
export function toInputError(root: string, { path, message, missing }: Violation): InputError {
  const member = [root, ...path, ...missing.slice(0, 1)].filter((step) => step !== '').join('.');
  return new InputError(member, message);
}
