import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { InputError } from '#http/message/input-error.ts';
import { textResponse } from '#http/message/response.ts';
import { createFilter } from '#journal/match/filter.ts';
import { type FeedPosition, isEntryId, parsePosition } from '#journal/recording/feed-position.ts';
import type { Journal } from '#journal/recording/journal.ts';
import type { EntryForm } from '#journal/views/entry-forms.ts';
import { parseColumns } from '#journal/views/list-view.ts';
import { endpoint } from '../../context/context.ts';
import {
  columns,
  filterParameters,
  journalOf,
  own,
  redactionFor,
  scopeOf,
  secrets,
} from '../../operations/requests/journal-access.ts';
import { problems } from '../errors.ts';

export const liveRequests = endpoint({
  path: '/_sparring/requests/live',
  tag: 'Journal',
  summary: 'Streams the journal as server-sent events.',
  description:
    'The events are `request` after the head of a request, `done` at the end of an exchange, and `dropped` with the number of entries that were removed before they were sent. Entries of several processes are in the order in which they were written to the database. The data of `request` and `done` are entries without the text of bodies. The stream continues after `Last-Event-ID`, or after the entry `since`. At most 20 clients read at the same time. A client that reads new events too slowly is disconnected, and can continue in the same way.',
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
    { title: 'The headers of the stream', method: 'HEAD', path: '/_sparring/requests/live', status: 200 },
    { title: 'A begin that is not an ID', path: '/_sparring/requests/live?since=yesterday', status: 400 },
  ],

  async handle({ query, exchange, service }) {
    const source = journalOf(service.operations);
    const { liveFeed } = service;
    const { since, secrets: shown, own: ownShown, view, columns: names, ...parameters } = query;
    const headers = parseColumns(names);
    const form: EntryForm = view === 'summary' ? headers : 'entry';
    const filter = createFilter(parameters);
    const after = exchange.field('Last-Event-ID') ?? since;
    // Before the reader counts.
    if (after !== undefined) parseFeedPosition(after);
    const release = service.acquireFeed();
    if (!release)
      throw new HttpError(503, 'Too many clients read the live journal.', { fields: [['Retry-After', '5']] });
    const { signal } = exchange;
    const { requests } = exchange.server;
    requests.beginDelay(exchange);
    let end = () => {};
    try {
      const followed = await source.follow();
      end = followed.end;
      const { journal } = followed;
      const events = liveFeed.read(journal, {
        filter,
        form,
        scope: scopeOf(ownShown, parameters.filter),
        redaction: redactionFor(service.operations, shown),
        position: after === undefined ? undefined : findPosition(after, journal),
        signal,
        onOverflow: () => exchange.destroy(),
      });
      await exchange.stream(200, [['Content-Type', 'text/event-stream; charset=utf-8']], events);
    } finally {
      end();
      requests.endDelay(exchange);
      release();
    }
    endOnClose(exchange);
  },
});

/** @throws InputError */
function parseFeedPosition(text: string): FeedPosition {
  const position = parsePosition(text);
  if (!position) throw new InputError('since', 'must be the id of an event or an entry');
  return position;
}

function findPosition(text: string, journal: Journal): FeedPosition {
  const position = parseFeedPosition(text);
  // The number of an entry in a database is not its id.
  if (journal.store && isEntryId(text)) return journal.positionAfter(position.last);
  // A greater number is of an earlier journal.
  return position.last > journal.lastOrder ? { last: 0, pending: [] } : position;
}

/** @throws HttpError when the server is closing. */
function endOnClose({ signal }: Exchange): void {
  if (signal.reason instanceof HttpError) throw signal.reason;
}
