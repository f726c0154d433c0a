import { Type } from 'typebox';
import { createFilter } from '#journal/match/filter.ts';
import { selectEntries } from '#journal/reading/select-entries.ts';
import { EntryView } from '#journal/views/entry-schema.ts';
import { inputOf, NO_INPUT, operation } from '../declaration/operation.ts';
import {
  EntryId,
  filterParameters,
  findEntry,
  own,
  readJournal,
  scopeOf,
  secrets,
  viewEntry,
} from './journal-access.ts';

export const listRequests = operation({
  name: 'requests.list',
  summary: 'Lists the recorded requests, the newest last.',
  input: inputOf({
    ...filterParameters,
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Only entries with a greater id, the oldest first. By default, the newest entries.',
      }),
    ),
    order: Type.Optional(
      Type.Enum(['newest', 'oldest'], {
        description: 'With `oldest`, the first entries in place of the latest ones.',
      }),
    ),
    limit: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 100,
      description: 'Maximum number of entries.',
    }),
    own,
    secrets,
  }),
  output: Type.Object({
    requests: Type.Array(EntryView),
    dropped: Type.Integer(),
    next: Type.Integer(),
  }),
  errors: ['conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests',
    tag: 'Journal',
    description:
      'Also connections without a valid request. `dropped` counts the entries that were removed to stay within the limits of the journal; `next` is the value of `since` for the entries that follow.',
    examples: [
      { title: 'The latest GET', path: '/_sparring/requests?method=GET&limit=1', status: 200 },
      { title: 'A status that is not one', path: '/_sparring/requests?status=much', status: 400 },
      { title: 'A parameter that is misspelt', path: '/_sparring/requests?metod=GET', status: 400 },
    ],
  },
  async run({ since: input, order, limit, own: ownShown, secrets: shown, ...parameters }, context) {
    const since = input ?? (order === 'oldest' ? 0 : undefined);
    // Before the entries of other processes are collected.
    createFilter(parameters);
    const scope = scopeOf(ownShown, parameters.filter);
    const journal = await readJournal(context);
    const { entries, isLimited } = selectEntries(journal, { parameters, scope, since, limit });
    return {
      requests: entries.map((entry) => viewEntry(context, entry, shown)),
      dropped: journal.dropped,
      // Without `since`, the newest ones; with it, the next ones.
      next: since === undefined || !isLimited ? journal.upTo : (entries.at(-1)?.id ?? since),
    };
  },
});

export const readRequest = operation({
  name: 'requests.read',
  summary: 'Returns one entry of the journal.',
  input: inputOf({ id: EntryId, secrets }),
  output: EntryView,
  errors: ['notFound', 'conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests/{id}',
    tag: 'Journal',
    examples: [
      { title: 'A request', path: '/_sparring/requests/1', status: 200 },
      { title: 'A request that is not recorded', path: '/_sparring/requests/999999', status: 404 },
    ],
  },
  async run({ id, secrets: shown }, context) {
    return viewEntry(context, await findEntry(context, id), shown);
  },
});

export const listBins = operation({
  name: 'requests.bins',
  summary: 'Lists the bins with the number of their entries.',
  input: NO_INPUT,
  output: Type.Object({
    bins: Type.Array(Type.Object({ name: Type.String(), entries: Type.Integer() })),
  }),
  errors: ['conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests/bins',
    tag: 'Journal',
    examples: [{ path: '/_sparring/requests/bins', status: 200 }],
  },
  async run(_input, context) {
    const bins = (await readJournal(context)).idsByBin();
    return { bins: [...bins].map(([name, ids]) => ({ name, entries: ids.length })) };
  },
});
