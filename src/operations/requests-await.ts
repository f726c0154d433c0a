import { Type } from 'typebox';
import { duration } from '../config/value-types.ts';
import { InputError } from '../http/message/input-error.ts';
import { ExchangeMatch } from '../journal/match/exchange-match.ts';
import { createMatchReport, describeReport, toDuration } from '../journal/match/near-miss.ts';
import { EntryView, toEntryView } from '../journal/views/json-view.ts';
import { checkConditions } from '../matching/request-match.ts';
import { OperationError } from './errors.ts';
import { after, exchangesAfter, journalOf, MAX_MATCH_SIZE, redactionFor, secrets } from './journal-access.ts';
import { reportResponse, unmatched } from './match-report.ts';
import { operation } from './operation.ts';

export const awaitRequests = operation({
  name: 'requests-await',
  summary: 'Waits for requests, and explains which ones came instead.',
  input: Type.Object(
    {
      match: ExchangeMatch,
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
      within: Type.Optional(
        Type.String({
          maxLength: 40,
          description: 'Maximum time, such as 2s or 500ms, up to 60s. The default is 1s.',
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
    path: '/_sparring/requests/await',
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
        path: '/_sparring/requests/await',
        body: '{"match":{"method":"GET","path":"/get"},"within":"2s"}',
        status: 200,
      },
      {
        path: '/_sparring/requests/await',
        body: '{"match":{"path":"/nowhere"},"within":"10ms"}',
        status: 408,
      },
      { path: '/_sparring/requests/await', body: '{"match":{"pth":"/get"}}', status: 400 },
      { path: '/_sparring/requests/await', body: '{"match":{},"within":"1h"}', status: 400 },
    ],
  },

  async run({ match, count = 1, within, after = 0, secrets: shown }, context, { signal }) {
    const journal = journalOf(context);
    const milliseconds = within === undefined ? DEFAULT_WAIT_MS : duration.read(within);
    if (milliseconds === undefined || milliseconds > MAX_WAIT_MS)
      throw new InputError('within', 'must be a duration such as 2s or 500ms, up to 60s');
    checkConditions(match, 'match');
    const { waiters, runtime } = context;
    if (waiters.isFull) throw new OperationError('unavailable', 'Too many callers wait for requests.');
    const redaction = redactionFor(context, shown);
    const found = await waiters.wait(journal, { match, count, milliseconds, after, signal });
    if (found.length >= count)
      return { requests: found.map((entry) => toEntryView(redaction.exchange(entry))) };
    // Some of those that were found may have left the journal.
    const report = {
      ...createMatchReport(match, exchangesAfter(journal, after), redaction, 'body'),
      matched: found.length,
    };
    const introduction = `Waited ${toDuration(milliseconds)} for`;
    throw unmatched(report, describeReport(report, introduction, String(count), runtime.machineNow()));
  },
});

const MAX_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 1000;
