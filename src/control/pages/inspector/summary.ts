import type { JournalStarts } from '#journal/recording/journal-starts.ts';

/** A row of the list, as the pages use the JSON of `/_sparring/requests/summaries`. */
export interface Summary {
  readonly id: number;
  readonly kind?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method?: string;
  readonly target: string;
  readonly host?: string;
  readonly status?: number;
  readonly ended?: string;
  readonly pending?: boolean;
  readonly fault?: string;
  readonly sent?: BodyKind;
  readonly answered?: BodyKind;
  readonly ms?: number;
  readonly connection: string;
  readonly client: string;
  readonly protocol?: string;
  readonly tls?: string;
  readonly bin?: string;
  readonly lab?: string;
  readonly messages?: number;
  readonly again?: number;
  readonly unmatched?: boolean;
  readonly own?: boolean;
  readonly marked?: boolean;
  readonly note?: string;
  /** The values of the headers that are columns of the list. */
  readonly columns?: readonly (string | null)[];
}

interface BodyKind {
  readonly kind: string;
  readonly size: number;
}

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
