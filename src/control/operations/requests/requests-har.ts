import { Type } from 'typebox';
import { buildArchive } from '#journal/export/har.ts';
import { archiveOf } from '#journal/export/har-schema.ts';
import { createFilter } from '#journal/match/filter.ts';
import { listEntries } from '#journal/reading/list-entries.ts';
import { selectEntries } from '#journal/reading/select-entries.ts';
import { NodeView } from '#shared/node.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { filterParameters, journalOf, LostWorkers, own, scopeOf, secrets } from './journal-access.ts';

export const exportRequests = operation({
  name: 'requests-har',
  summary: 'Exports the recorded requests as an HTTP Archive 1.2.',
  input: inputOf({ ...filterParameters, own, secrets }),
  output: archiveOf({ _lost: LostWorkers, _node: Type.Optional(NodeView) }),
  errors: ['conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests.har',
    tag: 'Journal',
    nodeState: 'request journal',
    description:
      'For the network panel of browsers, and other tools. Connections without a valid request are omitted.',
    examples: [
      {
        path: '/_sparring/requests.har?bin=t1',
        status: 200,
        responseFields: [['Content-Disposition', 'attachment; filename="requests.har"']],
      },
      { path: '/_sparring/requests.har?status=x', status: 400 },
    ],
  },
  async run({ own: ownShown, secrets: shown, ...parameters }, context) {
    const journal = journalOf(context);
    // Before the query to other processes.
    createFilter(parameters);
    const { result, items } = await listEntries(
      () => journal.run(selectEntries, { parameters, scope: scopeOf(ownShown, parameters.filter) }),
      ({ value }) => value.ids,
      (ids) => journal.harEntries(ids, shown === 'show'),
    );
    const { log } = buildArchive(items, context.version);
    const { lost } = result;
    const node = context.findNode();
    return { log: { ...log, ...(lost.length > 0 && { _lost: [...lost] }), ...(node && { _node: node }) } };
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
