import { Type } from 'typebox';
import { EntryView, toEntryView } from '../../journal/json-view.ts';
import { endpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { filterParameters, findEntry, journalOf, redactionFor, secrets, toFilter } from '../journal.ts';

export const listRequests = endpoint({
  path: '/_sparring/requests',
  methods: ['GET'],
  tag: 'Journal',
  summary: 'Lists the recorded requests, the newest last.',
  description:
    'Also connections without a valid request. `dropped` counts the entries that were removed to stay within the limits of the journal; `next` is the value of `since` for the entries that follow.',
  query: {
    ...filterParameters,
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Only entries with a greater id, the oldest first. By default, the newest entries.',
      }),
    ),
    limit: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 100,
      description: 'Maximum number of entries.',
    }),
    secrets,
  },
  responses: {
    200: Type.Object({
      requests: Type.Array(EntryView),
      dropped: Type.Integer(),
      next: Type.Integer(),
    }),
    ...problems(400, 403, 409, 501),
  },
  examples: [
    { path: '/_sparring/requests?method=GET&limit=1', status: 200 },
    { path: '/_sparring/requests?status=much', status: 400 },
    { path: '/_sparring/requests?metod=GET', status: 400 },
  ],

  handle({ query, exchange, service }) {
    const journal = journalOf(service);
    const { since, limit, secrets: shown, ...parameters } = query;
    const matches = toFilter(parameters);
    const found = journal.entries().filter((entry) => entry.id > (since ?? 0) && matches(entry));
    // Without `since`, the newest ones; with it, the next ones.
    const entries = since === undefined ? found.slice(-limit) : found.slice(0, limit);
    const isComplete = since === undefined || found.length === entries.length;
    const redaction = redactionFor(service, shown);
    exchange.json(200, {
      requests: entries.map((entry) => toEntryView(redaction.entry(entry))),
      dropped: journal.dropped,
      next: isComplete ? journal.lastId : (entries.at(-1)?.id ?? since),
    });
  },
});

export const readRequest = endpoint({
  path: '/_sparring/requests/{id}',
  methods: ['GET'],
  tag: 'Journal',
  summary: 'Returns one entry of the journal.',
  params: { id: Type.Integer({ description: 'The id of the entry.' }) },
  query: { secrets },
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

export const deleteRequests = endpoint({
  path: '/_sparring/requests',
  methods: ['DELETE'],
  tag: 'Journal',
  summary: 'Removes all entries, or those of one bin.',
  query: { bin: filterParameters.bin },
  responses: { 204: 'The entries are removed.', ...problems(400, 403, 409, 501) },
  examples: [{ path: '/_sparring/requests?bin=t1', status: 204 }],

  handle({ query, exchange, service }) {
    journalOf(service).clear(query.bin);
    exchange.empty(204);
  },
});
