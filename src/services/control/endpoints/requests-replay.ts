import { toNodeMember, withNodeMember } from '../../../cluster/node.ts';
import { HttpError } from '../../../http/message/errors.ts';
import { replay, replayProblem } from '../../../journal/export/replay.ts';
import { EntryView, toEntryView } from '../../../journal/views/json-view.ts';
import { OperationError } from '../../../operations/errors.ts';
import {
  EntryId,
  findExchange,
  journalOf,
  redactionFor,
  secrets,
} from '../../../operations/journal-access.ts';
import { endpoint } from '../context.ts';
import { requireEmptyBody } from '../empty-body.ts';
import { problems } from '../errors.ts';

export const replayRequest = endpoint({
  path: '/_sparring/requests/{id}/replay',
  methods: ['POST'],
  tag: 'Journal',
  nodeState: 'request journal',
  summary: 'Sends a recorded request to this server again.',
  description:
    'The request is sent to the main port over a new connection, as a message of HTTP/1, with all credentials. The response is its entry, which has the id of the repeated one as `replayOf`. The length of the body is that of the recorded one. Requests that the journal does not have completely, requests whose `Content-Length` is not the length of the body, and WebSockets are rejected.',
  params: { id: EntryId },
  query: { secrets },
  responses: {
    200: withNodeMember(EntryView),
    ...problems(400, 403, 404, 409, 422),
    503: 'Too many callers wait, or the server is closing.',
    504: 'The exchange did not end within 60 s.',
  },
  examples: [
    { path: '/_sparring/requests/1/replay', status: 200 },
    { path: '/_sparring/requests/999999/replay', status: 404 },
  ],

  async handle({ params, query, exchange, service }) {
    await requireEmptyBody(exchange);
    const recorded = await findExchange(service.operations, params.id);
    const problem = replayProblem(recorded);
    if (problem !== undefined) throw new OperationError('invalid', problem);
    const { signal } = exchange;
    const { requests } = exchange.server;
    requests.beginDelay(exchange);
    try {
      const entry = await replay(recorded, journalOf(service.operations), {
        address: {
          host: exchange.request.socket.localAddress ?? '',
          port: service.mainPort.number() ?? exchange.request.socket.localPort ?? 0,
        },
        isTls: exchange.scheme === 'https',
        runtime: service.operations.runtime,
        signal,
      });
      if (!entry) throw new HttpError(504, 'The exchange did not end in time.');
      const view = toEntryView(redactionFor(service.operations, query.secrets).exchange(entry));
      exchange.json(200, { ...view, ...toNodeMember(service.operations.findNode()) });
    } catch (error) {
      if (signal.aborted && !(signal.reason instanceof HttpError)) return;
      throw error;
    } finally {
      requests.endDelay(exchange);
    }
  },
});
