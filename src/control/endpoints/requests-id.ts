import { Type } from 'typebox';
import { EntryView, toEntryView } from '../../journal/json-view.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { findEntry, redactionFor, secrets } from '../journal.ts';

export const readRequest = endpoint({
  path: '/_sparring/requests/{id}',
  methods: ['GET'],
  tag: 'Journal',
  summary: 'Returns one entry of the journal.',
  params: { id: Type.Integer({ description: 'The id of the entry.' }) },
  query: { secrets },
  strictQuery: true,
  responses: { 200: EntryView, ...problems(400, 403, 404, 409, 501) },
  examples: [
    { path: '/_sparring/requests/1', status: 200 },
    { path: '/_sparring/requests/999999', status: 404 },
  ],

  handle({ params, query, exchange, service }) {
    const entry = findEntry(service, params.id);
    exchange.json(200, toEntryView(redactionFor(service, query.secrets).entry(entry)));
  },
});
