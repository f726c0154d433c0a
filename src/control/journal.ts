import { Type } from 'typebox';
import { HttpError } from '../http/errors.ts';
import { InputError } from '../http/input-error.ts';
import type { Filter } from '../journal/entry-match.ts';
import { createFilter, type FilterParameters, MAX_FILTER_LENGTH } from '../journal/filter.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry, RecordedExchange } from '../journal/record.ts';
import { NO_REDACTION, type Redaction } from '../journal/redaction.ts';
import type { ControlContext } from './context.ts';
import { invalidQuery, missing } from './errors.ts';

/** @throws HttpError 501 in a server with several workers; 409 when the journal is off. */
export function journalOf({ journal, worker }: Pick<ControlContext, 'journal' | 'worker'>): Journal {
  if (journal) return journal;
  if (worker !== undefined)
    throw new HttpError(501, 'A server with several workers has no journal; start it with --workers 1.');
  throw new HttpError(409, 'The journal is off; start the server with --journal 1000.');
}

/** @throws HttpError 404 when the journal does not have the entry; 409 and 501 as `journalOf`. */
export function findEntry(service: ControlContext, id: number): JournalEntry {
  const entry = journalOf(service).find(id);
  if (!entry) throw missing(`The journal has no entry ${id}; it keeps the latest ones.`);
  return entry;
}

/** @throws HttpError 404 when the entry is a connection without a valid request; otherwise as `findEntry`. */
export function findExchange(service: ControlContext, id: number): RecordedExchange {
  const entry = findEntry(service, id);
  if (entry.kind !== 'exchange') throw missing(`Entry ${id} is a connection without a valid request.`);
  return entry;
}

/** The parameter by which a caller asks for unmasked credentials. */
export const secrets = Type.Optional(
  Type.String({ enum: ['show'], description: 'With `show`, credentials are not masked.' }),
);

export function redactionFor(
  service: Pick<ControlContext, 'redaction'>,
  shown: string | undefined,
): Redaction {
  return shown === 'show' ? NO_REDACTION : service.redaction;
}

/** The exchanges with a greater id, oldest first. */
export function exchangesAfter(journal: Journal, id: number): RecordedExchange[] {
  return journal
    .entries()
    .filter((entry) => entry.kind === 'exchange')
    .filter((exchange) => exchange.id > id);
}

/** @throws HttpError 400 for an invalid condition. */
export function toFilter(parameters: FilterParameters): Filter {
  try {
    return createFilter(parameters);
  } catch (error) {
    if (error instanceof InputError) throw invalidQuery(error.member, error.problem);
    throw error;
  }
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
