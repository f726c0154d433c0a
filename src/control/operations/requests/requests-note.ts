import { Type } from 'typebox';
import { EntryView } from '#journal/views/entry-schema.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { OperationError } from '../state/errors.ts';
import { EntryId, findExchange, journalOf, viewEntry } from './journal-access.ts';

export const annotateRequest = operation({
  name: 'requests-note',
  summary: 'Marks a recorded request, or sets its note.',
  input: inputOf({
    id: EntryId,
    marked: Type.Optional(Type.Boolean({ description: 'A marked request stays when others are removed.' })),
    note: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Null()], {
        description: 'A text, or null to remove it.',
      }),
    ),
  }),
  output: EntryView,
  errors: ['notFound', 'conflict', 'unavailable'],
  http: {
    route: 'PATCH /_sparring/requests/{id}',
    tag: 'Journal',
    description:
      'At most 50 requests, and half of the journal, can be marked. A further mark gets 409. The HTTP Archive has the note as `comment`.',
    examples: [
      {
        title: 'A mark and a note',
        path: '/_sparring/requests/1',
        body: '{"marked":true,"note":"first"}',
        status: 200,
      },
      {
        title: 'A request that is not recorded',
        path: '/_sparring/requests/999999',
        body: '{"marked":true}',
        status: 404,
      },
      { title: 'A note that is empty', path: '/_sparring/requests/1', body: '{"note":""}', status: 422 },
    ],
  },
  async run({ id, marked, note }, context) {
    await findExchange(context, id);
    const journal = journalOf(context);
    const { maximum } = await journal.annotate(id, { marked, note });
    if (maximum !== undefined)
      throw new OperationError(
        'conflict',
        `At most ${maximum} requests can be marked; remove the mark of another one first.`,
      );
    return viewEntry(context, await findExchange(context, id));
  },
});
