import { HttpError } from '#http/errors/errors.ts';
import { invalidBody, problemsOfSchema } from '#http/message/input-problem.ts';
import { parseJson } from '#http/message/json-body.ts';
import { matches } from '#http/message/validation.ts';
import { anyBody } from '#http/routing/endpoint.ts';
import { editRequest, RequestEdit } from '#journal/export/edit-request.ts';
import { replay, replayProblem } from '#journal/export/replay.ts';
import type { RecordedExchange } from '#journal/recording/record.ts';
import { EntryView } from '#journal/views/entry-schema.ts';
import { toEntryView } from '#journal/views/json-view.ts';
import type { Redaction } from '#journal/views/redaction.ts';
import { endpoint } from '../../context/context.ts';
import {
  EntryId,
  findExchange,
  journalOf,
  redactionFor,
  secrets,
} from '../../operations/requests/journal-access.ts';
import { OperationError } from '../../operations/state/errors.ts';
import { problems, toInvalidBody } from '../errors.ts';

/** Bytes of JSON. */
const MAX_EDIT = 4 * 1024 * 1024;

export const replayRequest = endpoint({
  path: '/_sparring/requests/{id}/replay',
  methods: ['POST'],
  tag: 'Journal',
  summary: 'Sends a recorded request to this server again.',
  description:
    'The request is sent to the main port over a new connection, as a message of HTTP/1, with all credentials. The response is its entry, which has the id of the repeated one as `replayOf`. The length of the body is that of the recorded one. A body changes method, target, headers or body of the request. Requests that the journal does not have completely, requests whose `Content-Length` is not the length of the body, and WebSockets are rejected.',
  params: { id: EntryId },
  body: anyBody(
    'Changes of the request; without them, the same request is sent.',
    { 'application/json': RequestEdit },
    MAX_EDIT,
  ),
  query: { secrets },
  responses: {
    200: EntryView,
    ...problems(400, 403, 404, 409, 422),
    413: 'The body is too large.',
    503: 'Too many callers wait, or the server is closing.',
    504: 'The exchange did not end within 60 s.',
  },
  examples: [
    { title: 'Unchanged', path: '/_sparring/requests/1/replay', status: 200 },
    {
      title: 'With another method',
      path: '/_sparring/requests/1/replay',
      body: '{"method":"POST"}',
      status: 200,
    },
    {
      title: 'A method that is empty',
      path: '/_sparring/requests/1/replay',
      body: '{"method":""}',
      status: 422,
    },
    { title: 'A request that is not recorded', path: '/_sparring/requests/999999/replay', status: 404 },
  ],

  async handle({ params, query, body, exchange, service }) {
    const found = await findExchange(service.operations, params.id);
    const recorded = body.length === 0 ? found : buildEdited(found, body, service.operations.redaction);
    const problem = replayProblem(recorded);
    if (problem !== undefined) throw new OperationError('invalid', problem);
    const { connection, signal } = exchange;
    const { requests } = exchange.server;
    requests.beginDelay(exchange);
    try {
      const entry = await replay(recorded, journalOf(service.operations), {
        address: {
          host: connection.localAddress,
          port: service.mainPort.number() ?? connection.localPort,
        },
        isTls: exchange.scheme === 'https',
        runtime: service.operations.runtime,
        signal,
      });
      if (!entry) throw new HttpError(504, 'The exchange did not end in time.');
      exchange.json(200, toEntryView(redactionFor(service.operations, query.secrets).exchange(entry)));
    } catch (error) {
      if (signal.aborted && !(signal.reason instanceof HttpError)) return;
      throw error;
    } finally {
      requests.endDelay(exchange);
    }
  },
});

/** @throws the error of an invalid change. */
function buildEdited(recorded: RecordedExchange, body: Buffer, redaction: Redaction): RecordedExchange {
  const edit = parseJson(body);
  if (!matches(RequestEdit, edit)) throw invalidBody(problemsOfSchema(RequestEdit, edit));
  try {
    return editRequest(recorded, redaction.exchange(recorded), edit);
  } catch (error) {
    throw toInvalidBody(error) ?? error;
  }
}
