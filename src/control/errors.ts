import { HttpError, type Problem } from '../http/errors.ts';
import type { ResponseDeclarations } from '../http/response.ts';

/** For a resource in path or query that does not exist. */
export const missing = (sentence: string) => new HttpError(404, sentence);

/** For a body that is valid member by member, but inconsistent. */
export const unprocessable = (sentence: string) => new HttpError(422, sentence);

export const invalidQuery = (name: string, message: string) => {
  const problem: Problem = { in: 'query', name, keyword: 'format', message };
  return new HttpError(400, `${name}: ${message}`, { problems: [problem] });
};

const DESCRIPTIONS = {
  400: 'The request is malformed, or a parameter is invalid.',
  403: 'The caller is neither a program on this machine nor one with the control token.',
  404: 'The named resource does not exist.',
  409: 'The limit of kept resources is reached, or the journal is off.',
  422: 'The body does not match its schema.',
  501: 'The server has several workers, or its user of PostgreSQL may not create schemas.',
  503: 'The database does not respond.',
} as const;

/** The errors of an endpoint, as problem details (RFC 9457). */
export function problems(...statuses: readonly (keyof typeof DESCRIPTIONS)[]): ResponseDeclarations {
  return Object.fromEntries(statuses.map((status) => [status, DESCRIPTIONS[status]]));
}
