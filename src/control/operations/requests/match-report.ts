import { type Static, type TObject, Type } from 'typebox';
import { ProblemDetails } from '#http/message/problem-details.ts';
import { describedResponse } from '#http/message/response.ts';
import type { MatchReport } from '#journal/match/near-miss.ts';
import { OperationError } from '../state/errors.ts';

const Details = {
  matched: Type.Integer({ description: 'Number of requests that match and count.' }),
  incomplete: Type.Integer({
    description: 'Number of requests that match, but do not count, because their body is incomplete.',
  }),
  arrived: Type.Integer({ description: 'Number of requests in the bin.' }),
  nearest: Type.Array(
    Type.Object({
      id: Type.Integer(),
      method: Type.String(),
      target: Type.String(),
      bin: Type.Union([Type.String(), Type.Null()]),
      score: Type.Number({ description: 'From 0 to 1.' }),
      differences: Type.Array(Type.Object({ part: Type.String(), text: Type.String() })),
    }),
  ),
};

type Details = Static<TObject<typeof Details>>;

const Report = Type.Object(
  { ...ProblemDetails.properties, ...Details },
  { title: 'MatchReport', description: 'An error (RFC 9457), with the most similar requests.' },
);

/** The response when the expected requests did not come. */
export const reportResponse = describedResponse(
  'The expected requests did not come. `detail` names the most similar ones, and the parts that differ.',
  { 'application/problem+json': Report },
);

/** The error when the expected requests did not come. */
export function unmatched(
  { matched, incomplete, arrived, nearest }: MatchReport,
  text: string,
): OperationError {
  return new OperationError('unmatched', text, {
    details: {
      matched,
      incomplete: incomplete.length,
      arrived,
      nearest: nearest.map(({ request: { id, method, target, bin }, score, differences }) => ({
        id,
        method,
        target,
        bin,
        score,
        differences: differences.map((difference) => ({ ...difference })),
      })),
    } satisfies Details,
  });
}
