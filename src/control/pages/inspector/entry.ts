import type { JournalStarts } from '#journal/recording/journal-starts.ts';
import type { BodyView, EntryView, ExchangeView, FailureView } from '#journal/views/entry-schema.ts';
import type { ListView } from '#journal/views/list-schema.ts';

/** An entry of the journal, as the pages use the JSON of the control API. */
export type Entry = EntryView;
export type Exchange = ExchangeView;

/** A connection without a valid request. */
export type Failure = FailureView;
export type Body = BodyView;

/** A request or a response. */
export type Message = Pick<NonNullable<ExchangeView['response']>, 'headers' | 'trailers' | 'body'>;
export type Pairs = Message['headers'];

export function isExchange(entry: Entry): entry is Exchange {
  return entry.kind === 'exchange';
}

/** A row of the list. */
export type Summary = ListView;

/** A page of the list. */
export interface SummaryPage extends JournalStarts {
  readonly requests: readonly Summary[];
  readonly matched: number;
  readonly total: number;
  readonly own: number;
  readonly oldest: number;
  readonly dropped: number;
  readonly run: string;
}
