import { UsageError } from '../config/usage-error.ts';
import { HttpError, type Problem } from '../http/errors.ts';

/** Of what is named in the path or the query, and is not there. */
export const absent = (sentence: string) => new HttpError(404, sentence);

/** Of a body whose parts fit each for itself, and do not together. */
export const unfit = (sentence: string) => new HttpError(422, sentence);

export const wrongQuery = (name: string, message: string) => {
  const problem: Problem = { in: 'query', name, keyword: 'format', message };
  return new HttpError(400, `${name}: ${message}`, { problems: [problem] });
};

/** What whoever starts a server is told of wrong data, told to a client. @throws always */
export function refuseUsage(error: unknown): never {
  throw error instanceof UsageError ? unfit(error.message) : error;
}
