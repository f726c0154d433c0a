import { htmlResponse } from '#http/message/response.ts';
import { pageEndpoint } from '../../context/context.ts';
import { EntryId } from '../../operations/requests/journal-access.ts';
import { problems } from '../errors.ts';
import { inspectorQuery, runQuery } from '../inspector-query.ts';

export const inspectorComparison = pageEndpoint({
  path: '/_sparring/inspector/compare/{a}/{b}',
  tag: 'Pages',
  access: 'page',
  summary: 'Shows the differences between two recorded requests.',
  description: 'The page is the inspector, with the comparison open. Its address can be sent to others.',
  params: { a: EntryId, b: EntryId },
  query: { ...inspectorQuery, ...runQuery },
  strictQuery: true,
  responses: {
    200: htmlResponse('The page, which says so if a request is not there.'),
    ...problems(400, 403),
  },
  examples: [{ path: '/_sparring/inspector/compare/1/2', status: 200 }],

  async handle({ params: { a, b }, query: { bin, filter, run, undo }, exchange, service, caller }) {
    const { sendInspector } = await import('../../pages/bin/send-inspector.ts');
    await sendInspector(exchange, service, caller, { bin, filter, ids: [a, b], run, undo });
  },
});
