import { type Static, Type } from 'typebox';
import type { Exchange } from '../http/exchange.ts';
import { ProblemDetails } from '../http/problem-details.ts';
import { describedResponse } from '../http/response.ts';
import type { MatchReport } from '../journal/near-miss.ts';

const Report = Type.Object(
  {
    ...ProblemDetails.properties,
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
  },
  { title: 'MatchReport', description: 'An error (RFC 9457), with the most similar requests.' },
);

/** The response when the expected requests did not come. */
export const reportResponse = describedResponse(
  'The expected requests did not come. `detail` names the most similar ones, and the parts that differ.',
  { 'application/problem+json': Report },
);

/** Sends the problem of requests that did not come. */
export function sendReport(exchange: Exchange, report: MatchReport, text: string): void {
  const content = exchange.format.toJson(toProblem(report, text));
  exchange.send(408, [['Content-Type', 'application/problem+json']], content);
}

function toProblem(report: MatchReport, text: string): Static<typeof Report> {
  const { matched, incomplete, arrived, nearest } = report;
  return {
    type: 'about:blank',
    title: 'Request Timeout',
    status: 408,
    detail: text,
    matched,
    incomplete: incomplete.length,
    arrived,
    nearest: nearest.map(({ exchange: { id, bin, request }, score, differences }) => ({
      id,
      method: request.method,
      target: request.target,
      bin,
      score,
      differences: differences.map((difference) => ({ ...difference })),
    })),
  };
}
