import { Type } from 'typebox';
import { describeNode } from '../cluster/node.ts';
import { Duration, toMilliseconds } from '../config/duration.ts';
import { duration } from '../config/value-types.ts';
import { InputError } from '../http/message/input-error.ts';
import { ExchangeMatch } from '../journal/match/exchange-match.ts';
import { describeReport, toDuration } from '../journal/match/near-miss.ts';
import { reportMatches } from '../journal/reading/match-exchanges.ts';
import { EntryView } from '../journal/views/json-view.ts';
import { OperationError } from './errors.ts';
import {
  after,
  describeLost,
  filterWords,
  journalOf,
  MAX_MATCH_SIZE,
  secrets,
  toMatch,
} from './journal-access.ts';
import { reportResponse, unmatched } from './match-report.ts';
import { inputOf, operation } from './operation.ts';

export const awaitRequests = operation({
  name: 'requests-await',
  summary: 'Waits for requests, and explains which ones came instead.',
  input: inputOf({
    match: Type.Optional(ExchangeMatch),
    filter: filterWords,
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        default: 1,
        description: 'Number of requests to wait for.',
      }),
    ),
    within: Type.Optional(
      Duration({
        description:
          'A number of seconds, or text such as 2s or 500ms, up to 60s: the maximum time to wait. The default is 1s.',
      }),
    ),
    after,
    secrets,
  }),
  output: Type.Object({ requests: Type.Array(EntryView) }),
  errors: ['conflict'],
  http: {
    route: 'POST /_sparring/requests/await',
    tag: 'Journal',
    nodeState: 'waits',
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
        path: '/_sparring/requests/await',
        body: '{"match":{"method":"GET","path":"/get"},"within":"2s"}',
        status: 200,
      },
      {
        path: '/_sparring/requests/await',
        body: '{"match":{"path":"/nowhere"},"within":"10ms"}',
        status: 408,
      },
      { path: '/_sparring/requests/await', body: '{"filter":"path:/get status:<400"}', status: 200 },
      { path: '/_sparring/requests/await', body: '{"match":{"pth":"/get"}}', status: 400 },
      { path: '/_sparring/requests/await', body: '{"match":{},"within":"1h"}', status: 400 },
    ],
  },

  async run(
    { match: given, filter, count = 1, within = DEFAULT_WAIT, after = 0, secrets: shown },
    context,
    { signal },
  ) {
    const journal = journalOf(context);
    const milliseconds = toMilliseconds(within, duration, MAX_WAIT_MS);
    if (milliseconds === undefined)
      throw new InputError('within', 'must be a duration such as 2s or 500ms, up to 60s');
    const match = toMatch(given, filter);
    const release = await context.acquireWait();
    if (!release) throw new OperationError('unavailable', 'Too many callers wait for requests.');
    const showsSecrets = shown === 'show';
    const wait = { match, count, milliseconds, after, until: 'body', signal } as const;
    const { requests, count: found } = await journal.wait(wait, showsSecrets).finally(release);
    if (found >= count) return { requests: [...requests] };
    signal.throwIfAborted();
    const { value, lost } = await journal.run(reportMatches, { match, after, until: 'body', showsSecrets });
    // Some of those that were found may have left the journal.
    const report = { ...value, matched: found };
    const introduction = `Waited ${toDuration(milliseconds)} for`;
    const text = describeReport(report, introduction, String(count), context.runtime.machineNow());
    throw unmatched(
      report,
      [text, ...describeLost(lost, after), ...describeNode(context.findNode())].join('\n'),
    );
  },
});

const MAX_WAIT_MS = 60_000;
const DEFAULT_WAIT = '1s';
