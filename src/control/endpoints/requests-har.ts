import { Type } from 'typebox';
import { toHar } from '../../journal/har.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { filterParameters, journalOf, redactionFor, secrets, toFilter } from '../journal.ts';

export const exportRequests = endpoint({
  path: '/_sparring/requests.har',
  methods: ['GET'],
  tag: 'Journal',
  summary: 'Exports the recorded requests as an HTTP Archive 1.2.',
  description:
    'For the network panel of browsers, and other tools. Connections without a valid request are omitted.',
  query: { ...filterParameters, secrets },
  responses: {
    200: Type.Object({
      log: Type.Object({
        version: Type.Literal('1.2'),
        creator: Type.Object({ name: Type.String(), version: Type.String() }),
        entries: Type.Array(Type.Unknown()),
      }),
    }),
    ...problems(400, 403, 409, 501),
  },
  examples: [
    {
      path: '/_sparring/requests.har?bin=t1',
      status: 200,
      answers: [['Content-Disposition', 'attachment; filename="requests.har"']],
    },
    { path: '/_sparring/requests.har?status=x', status: 400 },
  ],

  handle({ query, exchange, service }) {
    const journal = journalOf(service);
    const { secrets: shown, ...parameters } = query;
    const matches = toFilter(parameters);
    const { version } = service;
    const har = toHar(journal.entries().filter(matches), {
      version,
      redaction: redactionFor(service, shown),
    });
    exchange.send(
      200,
      [
        ['Content-Type', 'application/json'],
        ['Content-Disposition', 'attachment; filename="requests.har"'],
      ],
      JSON.stringify(har),
    );
  },
});
