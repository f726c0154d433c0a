import { formatDatabaseReason } from '#database/database-errors.ts';

/** Reports that the journal cannot be written, once for each outage, and that it is written again. */
export class OutageReport {
  readonly #report: (sentence: string) => void;
  #isOpen = false;
  /** Number of entries that left the journal before they were written, since the last write. */
  #lost = 0;

  /** @param report takes a sentence for the log */
  constructor(report: (sentence: string) => void) {
    this.#report = report;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  lose(): void {
    this.#lost++;
  }

  begin(error: unknown): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#report(
      `The journal cannot be written to the database (${formatDatabaseReason(error)}). Requests are served; the journal keeps them in memory, and writes them later.`,
    );
  }

  end(): void {
    const lost = this.#lost;
    this.#lost = 0;
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#report(
      `The journal is written to the database again. ${lost === 0 ? 'Nothing is lost.' : `${formatCount(lost)} left the journal before.`}`,
    );
  }

  /** The journal ends. @param unsaved number of entries that are not written */
  close(unsaved: number): void {
    if (unsaved > 0) this.#report(`${formatCount(unsaved)} of the journal were not written to the database.`);
  }
}

function formatCount(count: number): string {
  return `${count} ${count === 1 ? 'request' : 'requests'}`;
}
