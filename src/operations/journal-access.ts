import { Type } from 'typebox';
import { MAX_FILTER_LENGTH } from '../journal/match/filter.ts';
import type { Journal } from '../journal/recording/journal.ts';
import type { JournalEntry, RecordedExchange } from '../journal/recording/record.ts';
import { NO_REDACTION, type Redaction } from '../journal/views/redaction.ts';
import type { OperationContext } from './context.ts';
import { notFound, OperationError } from './errors.ts';

/** @throws OperationError `unsupported` in a server with several workers; `conflict` when the journal is off. */
export function journalOf({ journal, worker }: Pick<OperationContext, 'journal' | 'worker'>): Journal {
  if (journal) return journal;
  if (worker !== undefined)
    throw new OperationError(
      'unsupported',
      'A server with several workers has no journal; start it with --workers 1.',
    );
  throw new OperationError('conflict', {
    http: 'The journal is off; start the server with --journal 1000.',
    library: 'The journal is disabled; start the server with the option journal above 0.',
  });
}

/** @throws OperationError `notFound` when the journal does not have the entry; otherwise as `journalOf`. */
export function findEntry(context: OperationContext, id: number): JournalEntry {
  const entry = journalOf(context).find(id);
  if (!entry) throw notFound(`The journal has no entry ${id}; it keeps the latest ones.`);
  return entry;
}

/** @throws OperationError `notFound` when the entry is a connection without a valid request; otherwise as `findEntry`. */
export function findExchange(context: OperationContext, id: number): RecordedExchange {
  const entry = findEntry(context, id);
  if (entry.kind !== 'exchange') throw notFound(`Entry ${id} is a connection without a valid request.`);
  return entry;
}

/** The parameter by which a caller asks for unmasked credentials. */
export const secrets = Type.Optional(
  Type.String({ enum: ['show'], description: 'With `show`, credentials are not masked.' }),
);

export function redactionFor(
  context: Pick<OperationContext, 'redaction'>,
  shown: string | undefined,
): Redaction {
  return shown === 'show' ? NO_REDACTION : context.redaction;
}

const condition = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_FILTER_LENGTH, description }));

/** The parameters that select entries. */
export const filterParameters = {
  bin: condition('The bin of the request.'),
  method: condition('The method; `*` is any text.'),
  path: condition('The path; `*` is any text.'),
  status: condition('The status, or a class such as `5xx`.'),
  header: condition('A field of the request: NAME or NAME:VALUE.'),
  text: condition('Text in the head or the body.'),
  fault: condition('How the exchange ended without a complete response; `*` is any text.'),
  aborted: condition('Whether the client disconnected within its body: true or false.'),
  filter: condition('Words that all match, such as `method:POST status:5xx -path:/get "some text"`.'),
};

export const EntryId = Type.Integer({ description: 'The id of the entry.' });

/** The position after which requests count. */
export const after = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Only entries with a greater id. By default, all.' }),
);

/** Maximum size of a body with a match, in bytes. Larger ones are rejected, because each request is compared with the match. */
export const MAX_MATCH_SIZE = 64 * 1024;
