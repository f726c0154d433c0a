/** Runs statements of SQL that both databases know. Parameters are `$1` and so on. */
export interface Statements {
  /** @throws StoreUnavailableError when the database cannot run the statement. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs a statement, and those that its rows determine, in one transaction. Without any, what the first one did is undone.
   * @throws StoreUnavailableError as `query`. The transaction may have been committed, if the connection was lost meanwhile.
   */
  transaction<Row, Result>(first: Statement, next: (rows: Row[]) => Decided<Result>): Promise<Result>;
  /** The rows of a parameter that is a list of texts. */
  listOf(parameter: string): string;
  /** The rows of a parameter that is a JSON list of lists, with so many columns of text: `c0`, `c1`, … */
  rowsOf(parameter: string, columns: number): string;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What follows the first statement of a transaction. */
export interface Decided<Result> {
  readonly statements: readonly Statement[];
  readonly result: Result;
}
