import { type Static, type TSchemaOptions, Type } from 'typebox';
import { InputError } from '#http/message/input-error.ts';
import type { EntryMatch } from '#journal/match/exchange-match.ts';
import { describeReport } from '#journal/match/near-miss.ts';
import { describeCount, type ExpectedCount, introduceAfter } from '#journal/match/verification.ts';
import type { JournalSource } from '#journal/reading/journal-source.ts';
import { listEntries } from '#journal/reading/list-entries.ts';
import { findMatches, findSequence, reportMatches } from '#journal/reading/match-exchanges.ts';
import { EntryView } from '#journal/views/entry-schema.ts';
import { describeNode } from '#shared/node.ts';
import type { LostWorker } from '#shared/workers/worker-channel.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { OperationError } from '../state/errors.ts';
import {
  after,
  binMember,
  filterWords,
  journalOf,
  MAX_MATCH_SIZE,
  MatchOrText,
  parseMatchInBin,
  secrets,
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
    nodeState: 'request journal',
    description:
      '`count` is the exact number of requests that match, or an object with `min` and `max`; without it, one or more have to match. With `order`, `match` is a list, and the requests have to come in this order; others may come between them. `bin` and `filter` beside it apply to each match.',
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
      { path: '/_sparring/requests/verify', body: '{"match":{"headrs":{}}}', status: 422 },
    ],
  },

  async run({ bin, match, filter, count, order = false, after = 0, secrets: shown }, context) {
    const journal = journalOf(context);
    context.scopes.use(bin);
    if (order !== Array.isArray(match))
      throw new InputError('match', 'must be a list of matches if order is true, and otherwise one match');
    if (order && count !== undefined) throw new InputError('count', 'must not be given if order is true');
    const sequence = Array.isArray(match)
      ? match.map((one, index) => parseMatchInBin(one, filter, bin, ['match', index]))
      : [parseMatchInBin(match, filter, bin)];
    const showsSecrets = shown === 'show';
    const range = parseCount(count);
    const { result, items } = await listEntries(
      () =>
        order ? verifyOrder(sequence, after, journal) : verifyCount(sequence[0] ?? {}, range, after, journal),
      ({ ids, failed }) => (failed ? [] : ids),
      (ids) => journal.views(ids, showsSecrets),
    );
    const { cut, failed } = result;
    if (!failed) return { requests: items };
    const input = { match: failed.match, after: failed.after, until: 'head', showsSecrets } as const;
    const { value } = await journal.run(reportMatches, input, cut);
    const text = describeReport(value, failed.introduction, failed.expected, context.runtime.machineNow());
    throw unmatched(value, [text, ...describeNode(context.findNode())].join('\n'));
  },
});

interface Verification {
  /** The requests that match, oldest first; in a sequence, one for each match. */
  readonly ids: readonly number[];
  readonly cut: number;
  /** The match that failed; undefined if all requests came. */
  readonly failed?: {
    readonly match: EntryMatch;
    /** The id after which requests were searched. */
    readonly after: number;
    readonly introduction: string;
    readonly expected: string;
  };
}

/** Counts the requests that match. */
async function verifyCount(
  match: EntryMatch,
  count: ExpectedCount,
  after: number,
  journal: JournalSource,
): Promise<Verification> {
  const input = { match, after, until: 'head', showsSecrets: false } as const;
  const { value: ids, cut, lost } = await journal.run(findMatches, input);
  const isDecided = ids.length > count.max || (ids.length >= count.min && count.max === Infinity);
  if (!isDecided) rejectLost(lost, after);
  if (ids.length >= count.min && ids.length <= count.max) return { ids, cut };
  return { ids, cut, failed: { match, after, introduction: 'Expected', expected: describeCount(count) } };
}

/** Searches for requests that match one after the other. Others may be between them. */
async function verifyOrder(
  sequence: readonly EntryMatch[],
  after: number,
  journal: JournalSource,
): Promise<Verification> {
  const { value: ids, cut, lost } = await journal.run(findSequence, { sequence, after });
  const match = sequence[ids.length];
  if (match === undefined) return { ids, cut };
  rejectLost(lost, after);
  const last = ids.at(-1) ?? 0;
  return {
    ids,
    cut,
    failed: { match, after: Math.max(last, after), introduction: introduceAfter(last), expected: '1' },
  };
}

/** @throws OperationError when requests that a worker had recorded can change the result. */
function rejectLost(lost: readonly LostWorker[], after: number): void {
  const last = lost.findLast(({ to }) => to > after);
  if (!last) return;
  throw new OperationError(
    'conflict',
    `Worker ${last.worker} has ended, and the requests that it had recorded are lost. Remove all entries, or give the position ${last.to} as after, and repeat the test.`,
  );
}

/** @throws InputError for a minimum above the maximum. */
export function parseCount(count: Static<typeof Count> = {}): ExpectedCount {
  if (typeof count === 'number') return { min: count, max: count };
  const { min, max } = count;
  if (min !== undefined && max !== undefined && min > max)
    throw new InputError('count', 'must have a min that is not above max');
  return { min: min ?? (max === undefined ? 1 : 0), max: max ?? Infinity };
}
