import { Type } from 'typebox';
import { toHar } from '../journal/export/har.ts';
import { createFilter } from '../journal/match/filter.ts';
import { filterParameters, journalOf, redactionFor, secrets } from './journal-access.ts';
import { operation } from './operation.ts';

export const exportRequests = operation({
  name: 'requests-har',
  summary: 'Exports the recorded requests as an HTTP Archive 1.2.',
  input: Type.Object({ ...filterParameters, secrets }, { additionalProperties: false }),
  output: Type.Object({
    log: Type.Object({
      version: Type.Literal('1.2'),
      creator: Type.Object({ name: Type.String(), version: Type.String() }),
      entries: Type.Array(Type.Unknown()),
    }),
  }),
  errors: ['conflict', 'unsupported'],
  http: {
    method: 'GET',
    path: '/_sparring/requests.har',
    tag: 'Journal',
    description:
      'For the network panel of browsers, and other tools. Connections without a valid request are omitted.',
    examples: [
      {
        path: '/_sparring/requests.har?bin=t1',
        status: 200,
        answers: [['Content-Disposition', 'attachment; filename="requests.har"']],
      },
      { path: '/_sparring/requests.har?status=x', status: 400 },
    ],
  },
  run({ secrets: shown, ...parameters }, context) {
    const entries = journalOf(context).entries().filter(createFilter(parameters));
    return toHar(entries, { version: context.version, redaction: redactionFor(context, shown) });
  },
  send(exchange, har) {
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
