import { Type } from 'typebox';
import { HttpError } from '../../http/errors.ts';
import { EntryView, toEntryView } from '../../journal/json-view.ts';
import { createMatchReport, describeReport, toDuration } from '../../journal/near-miss.ts';
import type { RecordedExchange } from '../../journal/record.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { exchangesAfter, journalOf, redactionFor, secrets } from '../journal.ts';
import { awaitBody, readAwaitInput } from '../journal-match.ts';
import { reportResponse, sendReport } from '../journal-report.ts';

export const awaitRequests = endpoint({
  path: '/_sparring/requests/await',
  methods: ['POST'],
  tag: 'Journal',
  summary: 'Waits for requests, and explains which ones came instead.',
  description:
    'Requests count from the end of their body, and also if they came before the call, unless `after` is given. The time is real time, also while the clock is frozen.',
  query: { secrets },
  body: awaitBody,
  responses: {
    200: Type.Object({ requests: Type.Array(EntryView) }),
    408: reportResponse,
    ...problems(400, 403, 409, 501),
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

  async handle({ body, query, exchange, service }) {
    const journal = journalOf(service);
    const { match, count, within, after } = readAwaitInput(body);
    const { waiters, runtime } = service;
    if (waiters.isFull)
      throw new HttpError(503, 'Too many callers wait for requests.', { fields: [['Retry-After', '1']] });
    const redaction = redactionFor(service, query.secrets);
    const { signal } = exchange;
    const { requests } = exchange.server;
    requests.beginDelay(exchange);
    let found: readonly RecordedExchange[];
    try {
      found = await waiters.wait(journal, { match, count, milliseconds: within, after, signal });
      if (found.length >= count) {
        const shown = found.map((entry) => toEntryView(redaction.exchange(entry)));
        return exchange.json(200, { requests: shown });
      }
    } catch (error) {
      // The client has disconnected.
      if (signal.aborted && !(signal.reason instanceof HttpError)) return;
      throw error;
    } finally {
      requests.endDelay(exchange);
    }
    const candidates = exchangesAfter(journal, after);
    // Some of those that were found may have left the journal.
    const report = {
      ...createMatchReport(match, candidates, redaction, 'body'),
      matched: found.length,
    };
    const text = describeReport(
      report,
      `Waited ${toDuration(within)} for`,
      String(count),
      runtime.machineNow(),
    );
    sendReport(exchange, report, text);
  },
});
