import { type Static, type TSchemaOptions, Type } from 'typebox';
import { InputError } from '../http/message/input-error.ts';
import { ExchangeMatch } from '../journal/match/exchange-match.ts';
import { type ExpectedCount, verifyCount, verifyOrder } from '../journal/match/verification.ts';
import { exchangesAfter } from '../journal/match/wait.ts';
import { EntryView, toEntryView } from '../journal/views/json-view.ts';
import { checkConditions } from '../matching/request-match.ts';
import { after, journalOf, MAX_MATCH_SIZE, redactionFor, secrets } from './journal-access.ts';
import { reportResponse, unmatched } from './match-report.ts';
import { operation } from './operation.ts';

/** A number of requests, or its bounds. */
export const countUpTo = (maximum: number, options: TSchemaOptions = {}) => {
  const count = (description: string) => Type.Integer({ minimum: 0, maximum, description });
  return Type.Union(
    [
      count('The exact number of requests.'),
      Type.Object(
        {
          min: Type.Optional(count('The smallest number of requests.')),
          max: Type.Optional(count('The largest number of requests.')),
        },
        { additionalProperties: false },
      ),
    ],
    options,
  );
};

const Count = countUpTo(10_000);

export const verifyRequests = operation({
  name: 'requests-verify',
  summary: 'Checks which requests came, without waiting.',
  input: Type.Object(
    {
      match: Type.Union([
        ExchangeMatch,
        Type.Array(ExchangeMatch, { minItems: 1, maxItems: 100, description: '1 to 100 matches' }),
      ]),
      count: Type.Optional(Count),
      order: Type.Optional(
        Type.Boolean({
          description: 'With `true`, `match` is a list of matches, in the order of the requests.',
        }),
      ),
      after,
      secrets,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ requests: Type.Array(EntryView) }),
  errors: ['conflict', 'unsupported'],
  http: {
    method: 'POST',
    path: '/_sparring/requests/verify',
    tag: 'Journal',
    description:
      '`count` is the exact number of requests that match, or an object with `min` and `max`; without it, one or more have to match. With `order`, `match` is a list, and the requests have to come in this order; others may come between them.',
    query: ['secrets'],
    bounded: { description: 'The expected requests.', maxSize: MAX_MATCH_SIZE },
    responses: { 408: reportResponse, 413: 'The body is too large.' },
    examples: [
      { path: '/_sparring/requests/verify', body: '{"match":{"path":"/nowhere"},"count":0}', status: 200 },
      {
        path: '/_sparring/requests/verify',
        body: '{"match":{"path":"/nowhere"},"count":{"min":1,"max":2}}',
        status: 408,
      },
      {
        path: '/_sparring/requests/verify',
        body: '{"match":[{"path":"/a"},{"path":"/b"}],"order":true}',
        status: 408,
      },
      { path: '/_sparring/requests/verify', body: '{"match":{"headrs":{}}}', status: 400 },
    ],
  },

  run({ match, count, order = false, after = 0, secrets: shown }, context) {
    const journal = journalOf(context);
    if (order !== Array.isArray(match))
      throw new InputError('match', 'must be a list of matches if order is true, and otherwise one match');
    if (order && count !== undefined) throw new InputError('count', 'must not be given if order is true');
    const sequence = Array.isArray(match) ? match : [match];
    for (const [index, one] of sequence.entries()) checkConditions(one, order ? `match[${index}]` : 'match');
    const redaction = redactionFor(context, shown);
    const options = { redaction, runtime: context.runtime };
    const exchanges = exchangesAfter(journal, after);
    const [first = {}] = sequence;
    const { matched, failed } = order
      ? verifyOrder(sequence, exchanges, options)
      : verifyCount(first, toRange(count), exchanges, options);
    if (failed) throw unmatched(failed.report, failed.text);
    return { requests: matched.map((entry) => toEntryView(redaction.exchange(entry))) };
  },
});

/** @throws InputError for a minimum above the maximum. */
export function toRange(count: Static<typeof Count> = {}): ExpectedCount {
  if (typeof count === 'number') return { min: count, max: count };
  const { min, max } = count;
  if (min !== undefined && max !== undefined && min > max)
    throw new InputError('count', 'must have a min that is not above max');
  return { min: min ?? (max === undefined ? 1 : 0), max: max ?? Infinity };
}
