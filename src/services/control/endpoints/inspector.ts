import { Type } from 'typebox';
import { describeNode } from '../../../cluster/node.ts';
import type { Exchange } from '../../../http/message/exchange.ts';
import { InputError } from '../../../http/message/input-error.ts';
import { htmlResponse } from '../../../http/message/response.ts';
import { createFilter } from '../../../journal/match/filter.ts';
import { summarizeEntries } from '../../../journal/reading/summarize-entries.ts';
import { OperationError } from '../../../operations/errors.ts';
import { EntryId, journalOf, missingEntry, scopeOf } from '../../../operations/journal-access.ts';
import type { PageAccess } from '../access.ts';
import { type ControlContext, pageEndpoint } from '../context.ts';
import { problems } from '../errors.ts';
import { sendControlPage } from '../pages/control-page.ts';
import { type InspectorContent, inspectorPage } from '../pages/inspector/inspector-page.ts';

const query = {
  filter: Type.String({ default: '', description: 'A filter as of `/_sparring/requests`.' }),
  undo: Type.Optional(
    Type.String({ maxLength: 64, description: 'The key of a removal, which the page offers to undo.' }),
  ),
};

export const inspector = pageEndpoint({
  path: '/_sparring/inspector',
  tag: 'Pages',
  nodeState: 'request journal',
  access: 'page',
  summary: 'Shows the recorded requests live: list, filter, details, timeline, comparison and replay.',
  description:
    'Browsers on this machine open the page by its address or from the home page. Without JavaScript, it lists the latest requests.',
  query,
  // The form of the page sends an empty filter.
  strictQuery: true,
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/inspector', status: 200 }],

  handle: ({ query: { filter, undo }, exchange, service, caller }) =>
    sendInspector(exchange, service, caller, { filter, undo }),
});

export const inspectorEntry = pageEndpoint({
  path: '/_sparring/inspector/{id}',
  tag: 'Pages',
  nodeState: 'request journal',
  access: 'page',
  summary: 'Shows one recorded request.',
  description: 'The page is the inspector, with the request selected. Its address can be sent to others.',
  params: { id: EntryId },
  query: {
    ...query,
    run: Type.Optional(
      Type.String({ maxLength: 20, description: 'The start of the server that the id belongs to.' }),
    ),
  },
  strictQuery: true,
  responses: {
    200: htmlResponse('The page, which says so if the request is not there.'),
    ...problems(400, 403),
  },
  examples: [{ path: '/_sparring/inspector/1', status: 200 }],

  handle: ({ params: { id }, query: { filter, run, undo }, exchange, service, caller }) =>
    sendInspector(exchange, service, caller, { filter, id, run, undo }),
});

interface Selected {
  readonly filter: string;
  readonly id?: number;
  readonly run?: string | undefined;
  readonly undo?: string | undefined;
}

async function sendInspector(
  exchange: Exchange,
  service: ControlContext,
  caller: PageAccess,
  selected: Selected,
): Promise<void> {
  const { operations } = service;
  const found = caller === 'shell' ? {} : await readContent(service, selected);
  const page = inspectorPage({
    ...found,
    filter: selected.filter,
    undo: selected.undo,
    token: caller === 'token' ? await service.pages.token() : undefined,
    origin: service.mainPort.originFor(exchange),
    node: caller === 'shell' ? [] : describeNode(operations.findNode()),
  });
  await sendControlPage(exchange, service, caller, page);
}

/** More would make the page too large. The script loads further entries. */
const MAX_ENTRIES = 100;

async function readContent(
  { operations }: ControlContext,
  { filter, id, run }: Selected,
): Promise<Pick<InspectorContent, 'list' | 'entry' | 'problem'>> {
  try {
    createFilter({ filter });
    const journal = journalOf(operations);
    const input = { parameters: { filter }, scope: scopeOf(undefined, filter), limit: MAX_ENTRIES };
    const { value, dropped } = await journal.run(summarizeEntries, input);
    const list = { ...value, dropped, run: operations.run };
    if (id === undefined) return { list };
    if (run !== undefined && run !== operations.run)
      return { list, problem: 'This link is of an earlier start of the server.' };
    const entry = (await journal.views([id], false)).get(id);
    return entry ? { list, entry } : { list, problem: missingEntry(id).message };
  } catch (error) {
    if (error instanceof InputError) return { problem: error.message };
    if (error instanceof OperationError) return { problem: error.message };
    throw error;
  }
}
