import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { EntryId } from '../../operations/requests/journal-access.ts';
import { problems } from '../errors.ts';
import { inspectorQuery, runQuery } from '../inspector-query.ts';

export const inspector = pageEndpoint({
  path: '/_sparring/inspector',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows the recorded requests live: list, filter, details, timeline, comparison and replay.',
  description:
    'Browsers on this machine open the page by its address or from the home page. Without JavaScript, it lists the latest requests.',
  query: inspectorQuery,
  // The form of the page sends an empty filter.
  strictQuery: true,
  responses: { 200: htmlResponse('The page.'), ...problems(400, 403) },
  examples: [{ path: '/_sparring/inspector', status: 200 }],

  async handle({ query: { bin, filter, undo }, exchange, service, caller }) {
    const { sendInspector } = await import('../../pages/bin/send-inspector.ts');
    await sendInspector(exchange, service, caller, { bin, filter, undo });
  },
});

export const inspectorEntry = pageEndpoint({
  path: '/_sparring/inspector/{id}',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows one recorded request.',
  description: 'The page is the inspector, with the request selected. Its address can be sent to others.',
  params: { id: EntryId },
  query: { ...inspectorQuery, ...runQuery },
  strictQuery: true,
  responses: {
    200: htmlResponse('The page, which says so if the request is not there.'),
    ...problems(400, 403),
  },
  examples: [{ path: '/_sparring/inspector/1', status: 200 }],

  async handle({ params: { id }, query: { bin, filter, run, undo }, exchange, service, caller }) {
    const { sendInspector } = await import('../../pages/bin/send-inspector.ts');
    await sendInspector(exchange, service, caller, { bin, filter, ids: [id], run, undo });
  },
});
