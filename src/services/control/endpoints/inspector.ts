import { Type } from 'typebox';
import { describeNode } from '../../../cluster/node.ts';
import { InputError } from '../../../http/message/input-error.ts';
import { htmlResponse } from '../../../http/message/response.ts';
import { createFilter } from '../../../journal/match/filter.ts';
import { listEntries } from '../../../journal/reading/list-entries.ts';
import { selectEntries } from '../../../journal/reading/select-entries.ts';
import { OperationError } from '../../../operations/errors.ts';
import { journalOf } from '../../../operations/journal-access.ts';
import { type ControlContext, pageEndpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { sendControlPage } from '../pages/control-page.ts';
import { type InspectorContent, inspectorPage } from '../pages/inspector/inspector-page.ts';

export const inspector = pageEndpoint({
  path: '/_sparring/inspector',
  tag: 'Pages',
  nodeState: 'request journal',
  access: 'page',
  summary: 'Shows the recorded requests live: list, filter, details, timeline, comparison and replay.',
  description:
    'Browsers on this machine open the page by its address or from the home page. Without JavaScript, it lists the latest requests.',
  query: { filter: Type.String({ default: '', description: 'A filter as of `/_sparring/requests`.' }) },
  // The form of the page sends an empty filter.
  strictQuery: true,
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/inspector', status: 200 }],

  async handle({ query: { filter }, exchange, service, caller }) {
    const found = caller === 'shell' ? NOTHING : await readEntries(service, filter);
    const origin = service.mainPort.originFor(exchange);
    await sendControlPage(
      exchange,
      service,
      caller,
      inspectorPage({
        ...found,
        filter,
        origin,
        node: caller === 'shell' ? [] : describeNode(service.operations.findNode()),
      }),
    );
  },
});

const NOTHING = { entries: [] };

/** More would make the page too large. The script loads further entries. */
const MAX_ENTRIES = 100;

async function readEntries(
  service: ControlContext,
  filter: string,
): Promise<Pick<InspectorContent, 'entries' | 'problem'>> {
  try {
    createFilter({ filter });
    const journal = journalOf(service.operations);
    const { items } = await listEntries(
      () => journal.run(selectEntries, { parameters: { filter }, limit: MAX_ENTRIES }),
      ({ value }) => value.ids,
      (ids) => journal.views(ids, false),
    );
    return { entries: items.reverse() };
  } catch (error) {
    if (error instanceof InputError) return { entries: [], problem: error.message };
    if (error instanceof OperationError) return { entries: [], problem: error.message };
    throw error;
  }
}
