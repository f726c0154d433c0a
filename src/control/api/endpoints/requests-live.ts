import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { InputError } from '#http/message/input-error.ts';
import { textResponse } from '#http/message/response.ts';
import { createFilter } from '#journal/match/filter.ts';
import { MergedSource } from '#journal/reading/merged-source.ts';
import { type FeedPosition, parsePosition } from '#journal/recording/feed-position.ts';
import type { EntryForm } from '#journal/views/entry-forms.ts';
import { parseColumns } from '#journal/views/list-view.ts';
import type { NodeView } from '#shared/node.ts';
import { endpoint } from '../../context/context.ts';
import {
  columns,
  filterParameters,
  journalOf,
  localJournalOf,
  own,
  redactionFor,
  scopeOf,
  secrets,
} from '../../operations/requests/journal-access.ts';
import { problems } from '../errors.ts';

export const liveRequests = endpoint({
  path: '/_sparring/requests/live',
  tag: 'Journal',
  nodeState: 'live feed',
  summary: 'Streams the journal as server-sent events.',
  description:
    'The events are `request` after the head of a request, `done` at the end of an exchange, and `dropped` with the number of entries that were removed before they were sent. In a server with several workers, `dropped` can have `atLeast: true`, and `lost` names a worker that has ended, with the ids between which its entries are missing. Of one of several nodes, the first event is `node`. The data of `request` and `done` are entries without the text of bodies. The stream continues after `Last-Event-ID`, or after the entry `since`. At most 20 clients read at the same time. A client that reads new events too slowly is disconnected, and can continue in the same way.',
  query: {
    ...filterParameters,
    since: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'The id of an event or an entry. By default, the latest.',
      }),
    ),
    own,
    view: Type.Optional(
      Type.String({
        enum: ['summary'],
        description: 'With `summary`, entries are rows as of `/_sparring/requests/summaries`.',
      }),
    ),
    columns,
    secrets,
  },
  responses: {
    200: textResponse('The events.', 'text/event-stream'),
    ...problems(400, 403, 409),
    503: 'Too many clients read the journal, or the server is closing.',
  },
  examples: [
    { method: 'HEAD', path: '/_sparring/requests/live', status: 200 },
    { path: '/_sparring/requests/live?since=yesterday', status: 400 },
  ],

  async handle({ query, exchange, service }) {
    const journal = journalOf(service.operations);
    const { liveFeed } = service;
    const { since, secrets: shown, own: ownShown, view, columns: names, ...parameters } = query;
    const headers = parseColumns(names);
    const form: EntryForm = view === 'summary' ? headers : 'entry';
    const shape = {
      form,
      scope: scopeOf(ownShown, parameters.filter),
    };
    const filter = createFilter(parameters);
    const position = positionOf(exchange.field('Last-Event-ID') ?? since, journal.now());
    const release = service.acquireFeed();
    if (!release)
      throw new HttpError(503, 'Too many clients read the live journal.', { fields: [['Retry-After', '5']] });
    const { signal } = exchange;
    const { requests } = exchange.server;
    requests.beginDelay(exchange);
    try {
      const events =
        journal instanceof MergedSource
          ? liveFeed.readWorkers(journal, {
              parameters,
              showsSecrets: shown === 'show',
              position,
              signal,
              ...shape,
            })
          : liveFeed.read(localJournalOf(service.operations), {
              ...shape,
              filter,
              redaction: redactionFor(service.operations, shown),
              position,
              signal,
              onOverflow: () => exchange.destroy(),
            });
      await exchange.stream(
        200,
        [['Content-Type', 'text/event-stream; charset=utf-8']],
        withNode(service.operations.findNode(), events),
      );
    } finally {
      requests.endDelay(exchange);
      release();
    }
    endOnClose(exchange);
  },
});

async function* withNode(node: NodeView | undefined, events: AsyncIterable<string>): AsyncIterable<string> {
  if (node) yield `event: node\ndata: ${JSON.stringify(node)}\n\n`;
  yield* events;
}

/** @throws InputError */
function positionOf(text: string | undefined, lastId: number): FeedPosition | undefined {
  if (text === undefined) return undefined;
  const position = parsePosition(text);
  if (!position) throw new InputError('since', 'must be the id of an event or an entry');
  // A greater id is of an earlier process of the server.
  return position.last > lastId ? { last: 0, pending: [] } : position;
}

/** @throws HttpError when the server is closing. */
function endOnClose({ signal }: Exchange): void {
  if (signal.reason instanceof HttpError) throw signal.reason;
}
