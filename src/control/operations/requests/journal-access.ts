import { Type } from 'typebox';
import { BIN_NAME } from '#bins/bin-name.ts';
import { InputError } from '#http/message/input-error.ts';
import type { Path } from '#http/message/validation.ts';
import { type EntryMatch, ExchangeMatch } from '#journal/match/exchange-match.ts';
import { MAX_FILTER_LENGTH, withFilter } from '#journal/match/filter.ts';
import { checkConditions } from '#journal/matching/request-match.ts';
import { parseRequestText } from '#journal/matching/request-text.ts';
import type { JournalSource } from '#journal/reading/journal-source.ts';
import type { ReadableJournal } from '#journal/reading/readable-journal.ts';
import type { EntryScope } from '#journal/recording/entry-rings.ts';
import type { Journal } from '#journal/recording/journal.ts';
import type { JournalEntry, RecordedExchange } from '#journal/recording/record.ts';
import type { EntryView } from '#journal/views/entry-schema.ts';
import { toEntryView } from '#journal/views/json-view.ts';
import { NO_REDACTION, type Redaction } from '#journal/views/redaction.ts';
import type { OperationContext } from '../declaration/context.ts';
import { notFound, OperationError } from '../state/errors.ts';

/** @throws OperationError `conflict` when the journal is off. */
export function journalOf({ journal }: Pick<OperationContext, 'journal'>): JournalSource {
  return required(journal);
}

/** The entries that have arrived in all processes. @throws OperationError as `journalOf`; StoreUnavailableError */
export async function readJournal(context: Pick<OperationContext, 'journal'>): Promise<ReadableJournal> {
  return await journalOf(context).read();
}

/** The journal of a server of one process. @throws OperationError as `journalOf`. */
export function localJournalOf({ localJournal }: Pick<OperationContext, 'localJournal'>): Journal {
  return required(localJournal);
}

function required<Value>(journal: Value | undefined): Value {
  if (journal) return journal;
  throw new OperationError('conflict', {
    http: 'The journal is off; start the server with --journal 1000.',
    library: 'The journal is disabled; start the server with the option journal above 0.',
  });
}

export const missingEntry = (id: number) =>
  notFound(`The journal has no entry ${id}; it keeps the latest ones.`);

/** @throws OperationError `notFound` when the journal does not have the entry; otherwise as `journalOf`. */
export async function findEntry(context: OperationContext, id: number): Promise<JournalEntry> {
  const entry = await journalOf(context).find(id);
  if (!entry) throw missingEntry(id);
  return entry;
}

/** @throws OperationError `notFound` when the entry is a connection without a valid request; otherwise as `findEntry`. */
export async function findExchange(context: OperationContext, id: number): Promise<RecordedExchange> {
  const entry = await findEntry(context, id);
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

/** An entry for a caller. @param shown as the parameter `secrets` */
export function viewEntry(
  context: Pick<OperationContext, 'redaction'>,
  entry: JournalEntry,
  shown?: string | undefined,
): EntryView {
  return toEntryView(redactionFor(context, shown).entry(entry), shown === 'show');
}

const condition = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_FILTER_LENGTH, description }));

/** Words of a filter, beside a match or in place of it. */
export const filterWords = condition(
  'Words of a filter, such as `method:POST status:>=400`, which a request must match beside `match`.',
);

/** The parameters that select entries. */
export const filterParameters = {
  bin: condition('The bin of the request.'),
  method: condition('The method; `*` is any text.'),
  path: condition('The path; `*` is any text.'),
  status: condition('The status, a class such as `5xx`, or a range such as `>=400`.'),
  header: condition('A field of the request: NAME or NAME:VALUE.'),
  text: condition('Text in the head or the body.'),
  fault: condition('How the exchange ended without a complete response; `*` is any text.'),
  aborted: condition('Whether the client disconnected within its body: true or false.'),
  rule: condition(
    'The id of a rule that was applied, alone, behind its bin as in `t1/user`, or behind `/` for a rule of the server; `*` is any text.',
  ),
  unmatched: condition('Whether no rule took the request, though one was expected to: true or false.'),
  filter: condition(
    'Words that all match, such as `method:POST status:>=400 -path:/get "some text"`; `OR` is between alternatives.',
  ),
};

/** The parameter by which a caller asks for requests of own pages. */
export const own = Type.Optional(
  Type.String({
    enum: ['show'],
    description: 'With `show`, also requests by which a browser has loaded pages of the server.',
  }),
);

/** The parameter by which a caller asks for headers in the rows of a list. */
export const columns = Type.Optional(
  Type.String({
    maxLength: 500,
    description:
      'Names of up to five headers of the request, such as `X-A,X-B`. Each row has their values as `columns`.',
  }),
);

/** Which entries a list has: requests of own pages are left out, unless the caller asks for them. */
export function scopeOf(shown: string | undefined, filter: string | undefined): EntryScope {
  return shown === 'show' || /(?:^| )-?is:own(?: |$)/.test(filter ?? '') ? 'all' : 'clients';
}

export const EntryId = Type.Integer({ description: 'The id of the entry.' });

/** The position after which requests count. */
export const after = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Only entries with a greater id. By default, all.' }),
);

/** Maximum size of a body with a match, in bytes. Larger ones are rejected, because each request is compared with the match. */
export const MAX_MATCH_SIZE = 64 * 1024;

/** The match of a caller, who gives a match, the words of a filter, or both. @throws InputError */
function parseMatch(match: ExchangeMatch | undefined, filter: string | undefined, at: Path): EntryMatch {
  if (match === undefined && filter === undefined)
    throw new InputError('match', 'is required, unless filter is given');
  if (match !== undefined) checkConditions(match, at);
  return withFilter(match, filter);
}

/** A match as text, such as `GET /users/{id}`, or as an object. */
export const MatchOrText = Type.Union([
  ExchangeMatch,
  Type.String({ minLength: 1, maxLength: 4096, description: 'Method and path, such as `GET /users/{id}`.' }),
]);

/** The bin of the requests, beside a match. */
export const binMember = Type.Optional(
  Type.String({ pattern: BIN_NAME.source, description: 'The bin of the requests.' }),
);

/** The match of a caller that may be text, in a bin. @param at the path to the match. @throws InputError */
export function parseMatchInBin(
  match: ExchangeMatch | string | undefined,
  filter: string | undefined,
  bin: string | undefined,
  at: Path = ['match'],
): EntryMatch {
  const parsed: ExchangeMatch | undefined = typeof match === 'string' ? parseRequestText(match) : match;
  if (bin === undefined) return parseMatch(parsed, filter, at);
  if (parsed?.bin !== undefined && parsed.bin !== bin)
    throw new InputError([...at, 'bin'], `must be ${bin}, the value of bin, or absent`);
  return parseMatch({ ...parsed, bin }, filter, at);
}

/** @throws OperationError `conflict` when the journal has dropped entries of the bin. */
export function rejectDropped(
  journal: Pick<ReadableJournal, 'droppedOf'> | undefined,
  bin: string | undefined,
): void {
  const count = bin === undefined ? 0 : (journal?.droppedOf(bin) ?? 0);
  if (count === 0) return;
  const entries = count === 1 ? '1 entry' : `${count} entries`;
  throw new OperationError('conflict', `The journal dropped ${entries} of this test; raise --journal.`);
}
