import type { Violation } from '../http/validation.ts';

/** An invalid match or filter. */
export class JournalInputError extends Error {
  /** Name of the member or parameter that is invalid. */
  readonly member: string;

  /** A clause that follows the name, such as `is not known`. */
  readonly problem: string;

  constructor(member: string, problem: string) {
    super(member === '' ? problem : `${member}: ${problem}`);
    this.name = 'JournalInputError';
    this.member = member;
    this.problem = problem;
  }
}

/** `match.headers.x-a: must be string` */
export function toInputError(root: string, { path, message, missing }: Violation): JournalInputError {
  const member = [root, ...path, ...missing.slice(0, 1)].filter((step) => step !== '').join('.');
  return new JournalInputError(member, message);
}
