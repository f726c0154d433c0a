import { Type } from 'typebox';
import { createFilter } from '#journal/match/filter.ts';
import { summarizeEntries } from '#journal/reading/summarize-entries.ts';
import { ListView } from '#journal/views/list-schema.ts';
import { parseColumns } from '#journal/views/list-view.ts';
import type { OperationContext } from '../declaration/context.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { columns, filterParameters, own, readJournal, scopeOf } from './journal-access.ts';

export const listSummaries = operation({
  name: 'requests-summaries',
  summary: 'Lists the recorded requests as rows of a list, the newest first.',
  input: inputOf({
    ...filterParameters,
    before_id: Type.Optional(Type.Integer({ minimum: 0, description: 'Only entries with a smaller id.' })),
    limit: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'Maximum number of entries.',
    }),
    own,
    columns,
  }),
  output: Type.Object({
    requests: Type.Array(ListView),
    matched: Type.Integer({ description: 'Number of entries that the filter selects.' }),
    total: Type.Integer({ description: 'Number of entries: of the bin, if `bin` names one.' }),
    own: Type.Integer({ description: 'Number of entries of own pages.' }),
    oldest: Type.Integer({ description: 'The smallest id of an entry; 0 without one.' }),
    dropped: Type.Integer({ description: 'Number of entries that were removed to stay within the limits.' }),
    run: Type.String({
      description: 'Identifies the journal: in memory, that of this start of the server.',
    }),
    store: Type.Enum(['memory', 'database'], { description: 'The setting `journal-store`.' }),
    starts: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'Entries with a smaller id are of earlier starts.' }),
        at: Type.Integer({ description: 'Milliseconds since the epoch.' }),
      }),
      {
        description: 'The starts of the server since the oldest entry; the last one is that of this server.',
      },
    ),
  }),
  errors: ['conflict', 'unavailable'],
  http: {
    route: 'GET /_sparring/requests/summaries',
    tag: 'Journal',
    description:
      'For lists of many entries: without headers and bodies. The next ones have `before_id` with the id of the last one.',
    examples: [
      { title: 'The newest row', path: '/_sparring/requests/summaries?limit=1', status: 200 },
      { title: 'A limit that is too low', path: '/_sparring/requests/summaries?limit=0', status: 400 },
    ],
  },
  async run({ before_id: before, limit, own: ownShown, columns: names, ...parameters }, context) {
    // Before the entries of other processes are collected.
    createFilter(parameters);
    const scope = scopeOf(ownShown, parameters.filter);
    const input = { parameters, scope, before, limit, columns: parseColumns(names) };
    const journal = await readJournal(context);
    const { requests, ...counts } = summarizeEntries(journal, input, context.redaction);
    return {
      requests: [...requests],
      ...counts,
      dropped: journal.dropped,
      run: context.run,
      ...buildStarts(context),
    };
  },
});

/** For the types of the output, which is mutable. */
function buildStarts(context: Pick<OperationContext, 'readStarts'>) {
  const { store, starts } = context.readStarts();
  return { store, starts: [...starts] };
}
