import { Type } from 'typebox';
import { Duration, parseMilliseconds } from '#config/values/duration.ts';
import { duration } from '#config/values/value-types.ts';
import { InputError } from '#http/message/input-error.ts';
import type { EntryMatch } from '#journal/match/exchange-match.ts';
import { createMatchReport, describeReport, formatRoughDuration } from '#journal/match/near-miss.ts';
import type { Until } from '#journal/match/wait.ts';
import { clip } from '#journal/matching/condition.ts';
import { describeMatch } from '#journal/matching/describe-match.ts';
import type { RecordedExchange } from '#journal/recording/record.ts';
import { EntryView } from '#journal/views/entry-schema.ts';
import { pathOf } from '#journal/views/request-url.ts';
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
  readJournal,
  redactionFor,
  rejectDropped,
  secrets,
  viewEntry,
} from './journal-access.ts';
import { reportResponse, unmatched } from './match-report.ts';

export const awaitRequests = operation({
  name: 'requests-await',
  summary: 'Waits for requests, and explains which ones came instead.',
  input: inputOf({
    bin: binMember,
    match: Type.Optional(MatchOrText),
    filter: filterWords,
    count: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        default: 1,
        description: 'Number of requests to wait for. With 0, the call fails at the first one.',
      }),
    ),
    within: Type.Optional(
      Duration({
        description:
          'A number of seconds, or text such as 2s or 500ms, up to 60s: the maximum time to wait. The default is 1s.',
      }),
    ),
    consume: Type.Optional(
      Type.Boolean({
        description:
          'Whether the call takes the oldest requests that no other call has taken. Needs one process.',
      }),
    ),
    after,
    secrets,
  }),
  output: Type.Object({ requests: Type.Array(EntryView) }),
  errors: ['conflict', 'unsupported'],
  http: {
    route: 'POST /_sparring/requests/await',
    tag: 'Journal',
    description:
      'Requests count from the end of their body, and also if they came before the call, unless `after` is given. The time is real time, also while the clock is frozen.',
    query: ['secrets'],
    bounded: { description: 'The request to wait for.', maxSize: MAX_MATCH_SIZE },
    waits: true,
    responses: {
      408: reportResponse,
      413: 'The body is too large.',
      503: 'Too many callers wait, or the server is closing.',
    },
    examples: [
      {
        title: 'A request that came',
        path: '/_sparring/requests/await',
        body: '{"match":{"method":"GET","path":"/get"},"within":"2s"}',
        status: 200,
      },
      {
        title: 'A request that does not come',
        path: '/_sparring/requests/await',
        body: '{"match":{"path":"/nowhere"},"within":"10ms"}',
        status: 408,
      },
      {
        title: 'By the filter of the inspector',
        path: '/_sparring/requests/await',
        body: '{"filter":"path:/get status:<400"}',
        status: 200,
      },
      {
        title: 'A condition that is misspelt',
        path: '/_sparring/requests/await',
        body: '{"match":{"pth":"/get"}}',
        status: 422,
      },
      {
        title: 'A wait that is too long',
        path: '/_sparring/requests/await',
        body: '{"match":{},"within":"1h"}',
        status: 422,
      },
    ],
  },

  async run(
    { bin, match: input, filter, count = 1, within = DEFAULT_WAIT, consume, after = 0, secrets: shown },
    context,
    call,
  ) {
    const journal = journalOf(context);
    const milliseconds = parseWaitTime(within);
    if (milliseconds === undefined) throw new InputError('within', `must be ${WAIT_TIME}`);
    const match = parseMatchInBin(input, filter, bin);
    const scope = typeof match.bin === 'string' ? match.bin : undefined;
    const ended = context.scopes.use(scope);
    const signal = ended ? AbortSignal.any([ended, call.signal]) : call.signal;
    if (consume && !context.localJournal)
      throw new OperationError('unsupported', 'consume needs a server of one process.');
    const claimed =
      consume && context.localJournal ? context.claims.of(scope, context.localJournal) : undefined;
    const release = context.acquireWait();
    if (!release) throw new OperationError('unavailable', 'Too many callers wait for requests.');
    const until: Until = count === 0 ? 'head' : 'body';
    const wait = {
      match,
      count: Math.max(1, count),
      milliseconds,
      after,
      until,
      signal,
      ...(claimed && { claimed: count === 0 ? new Set(claimed) : claimed }),
    } as const;
    const { found, isComplete } = await journal.wait(wait).finally(release);
    if (count > 0 && isComplete)
      return { requests: found.map((exchange) => viewEntry(context, exchange, shown)) };
    signal.throwIfAborted();
    if (count === 0 && isComplete)
      throw new OperationError(
        'conflict',
        describeCame(match, found.map(redactionFor(context, shown).exchange)),
      );
    const readable = await readJournal(context);
    rejectDropped(readable, scope);
    if (count === 0) return { requests: [] };
    const exchanges = readable.exchanges(after);
    const report = {
      ...createMatchReport(match, exchanges, redactionFor(context, shown), 'body'),
      // Some of those that were found may have left the journal.
      matched: found.length,
    };
    const introduction = `Waited ${formatRoughDuration(milliseconds)} for`;
    const text = describeReport(report, introduction, String(count), context.runtime.machineNow());
    throw unmatched(report, [text, ...describeTaken(claimed?.size ?? 0)].join('\n'));
  },
});

/** The requests that were not expected. */
function describeCame(match: EntryMatch, exchanges: readonly RecordedExchange[]): string {
  const came = exchanges.map(
    (exchange) => `Came, #${exchange.id}: ${clip(exchange.request.method)} ${clip(pathOf(exchange))}`,
  );
  return [`Expected no ${describeMatch(match, [])}.`, ...came].join('\n');
}

function describeTaken(count: number): string[] {
  return count === 0 ? [] : [`Earlier calls have taken ${count === 1 ? '1 request' : `${count} requests`}.`];
}

const MAX_WAIT_MS = 60_000;
const DEFAULT_WAIT = '1s';

/** What a time to wait is, after "must be": the same over HTTP and in the library. A number of milliseconds would be too long. */
export const WAIT_TIME = 'a number of seconds, or a text such as 2s or 500ms, up to 60s';

/** In milliseconds; undefined for an invalid time, and for one that is too long. */
export function parseWaitTime(time: number | string): number | undefined {
  return parseMilliseconds(time, duration, MAX_WAIT_MS);
}
