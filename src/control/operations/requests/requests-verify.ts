import { type Static, type TSchemaOptions, Type } from 'typebox';
import { InputError } from '#http/message/input-error.ts';
import { type ExpectedCount, verifyCount, verifySequence } from '#journal/match/verification.ts';
import { EntryView } from '#journal/views/entry-schema.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import {
  after,
  binMember,
  filterWords,
  journalOf,
  MAX_MATCH_SIZE,
  MatchOrText,
  parseMatchInBin,
  readJournal,
  redactionFor,
  secrets,
  viewEntry,
} from './journal-access.ts';
import { reportResponse, unmatched } from './match-report.ts';

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
  input: inputOf({
    bin: binMember,
    match: Type.Optional(
      Type.Union([
        ...MatchOrText.anyOf,
        Type.Array(MatchOrText, { minItems: 1, maxItems: 100, description: '1 to 100 matches' }),
      ]),
    ),
    filter: filterWords,
    count: Type.Optional(Count),
    order: Type.Optional(
      Type.Boolean({
        description: 'With `true`, `match` is a list of matches, in the order of the requests.',
      }),
    ),
    after,
    secrets,
  }),
  output: Type.Object({ requests: Type.Array(EntryView) }),
  errors: ['conflict', 'unavailable'],
  http: {
    route: 'POST /_sparring/requests/verify',
    tag: 'Journal',
    description:
      '`count` is the exact number of requests that match, or an object with `min` and `max`; without it, one or more have to match. With `order`, `match` is a list, and the requests have to come in this order; others may come between them. `bin` and `filter` beside it apply to each match.',
    query: ['secrets'],
    bounded: { description: 'The expected requests.', maxSize: MAX_MATCH_SIZE },
    responses: { 408: reportResponse, 413: 'The body is too large.' },
    examples: [
      {
        title: 'No request to a path',
        path: '/_sparring/requests/verify',
        body: '{"match":{"path":"/nowhere"},"count":0}',
        status: 200,
      },
      {
        title: 'Fewer requests than expected',
        path: '/_sparring/requests/verify',
        body: '{"match":{"path":"/nowhere"},"count":{"min":1,"max":2}}',
        status: 408,
      },
      {
        title: 'Two requests in an order',
        path: '/_sparring/requests/verify',
        body: '{"match":[{"path":"/a"},{"path":"/b"}],"order":true}',
        status: 408,
      },
      {
        title: 'A condition that is misspelt',
        path: '/_sparring/requests/verify',
        body: '{"match":{"headrs":{}}}',
        status: 422,
      },
    ],
  },

  async run({ bin, match, filter, count, order = false, after = 0, secrets: shown }, context) {
    journalOf(context);
    context.scopes.use(bin);
    if (order !== Array.isArray(match))
      throw new InputError('match', 'must be a list of matches if order is true, and otherwise one match');
    if (order && count !== undefined) throw new InputError('count', 'must not be given if order is true');
    const sequence = Array.isArray(match)
      ? match.map((one, index) => parseMatchInBin(one, filter, bin, ['match', index]))
      : [parseMatchInBin(match, filter, bin)];
    const range = parseCount(count);
    const exchanges = (await readJournal(context)).exchanges(after);
    const options = { redaction: redactionFor(context, shown), runtime: context.runtime };
    const { matched, failed } = order
      ? verifySequence(sequence, exchanges, options)
      : verifyCount(sequence[0] ?? {}, range, exchanges, options);
    if (failed) throw unmatched(failed.report, failed.text);
    return { requests: matched.map((exchange) => viewEntry(context, exchange, shown)) };
  },
});

/** @throws InputError for a minimum above the maximum. */
export function parseCount(count: Static<typeof Count> = {}): ExpectedCount {
  if (typeof count === 'number') return { min: count, max: count };
  const { min, max } = count;
  if (min !== undefined && max !== undefined && min > max)
    throw new InputError('count', 'must have a min that is not above max');
  return { min: min ?? (max === undefined ? 1 : 0), max: max ?? Infinity };
}
