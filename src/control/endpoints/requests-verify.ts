import { Type } from 'typebox';
import { EntryView, toEntryView } from '../../journal/json-view.ts';
import { verifyCount, verifyOrder } from '../../journal/verification.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { exchangesAfter, journalOf, redactionFor, secrets } from '../journal.ts';
import { readVerifyInput, verifyBody } from '../journal-match.ts';
import { reportResponse, sendReport } from '../journal-report.ts';

export const verifyRequests = endpoint({
  path: '/_sparring/requests/verify',
  methods: ['POST'],
  tag: 'Journal',
  summary: 'Checks which requests came, without waiting.',
  description:
    '`count` is the exact number of requests that match, or an object with `min` and `max`; without it, one or more have to match. With `order`, `match` is a list, and the requests have to come in this order; others may come between them.',
  query: { secrets },
  body: verifyBody,
  responses: {
    200: Type.Object({ requests: Type.Array(EntryView) }),
    408: reportResponse,
    ...problems(400, 403, 409, 501),
    413: 'The body is too large.',
  },
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

  handle({ body, query, exchange, service }) {
    const journal = journalOf(service);
    const { sequence, count, isOrdered, after } = readVerifyInput(body);
    const redaction = redactionFor(service, query.secrets);
    const options = { redaction, now: service.runtime.machineNow() };
    const exchanges = exchangesAfter(journal, after);
    const [match = {}] = sequence;
    const { matched, failed } = isOrdered
      ? verifyOrder(sequence, exchanges, options)
      : verifyCount(match, count, exchanges, options);
    if (failed) return sendReport(exchange, failed.report, failed.text);
    exchange.json(200, { requests: matched.map((entry) => toEntryView(redaction.exchange(entry))) });
  },
});
