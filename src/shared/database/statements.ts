/** Runs statements of SQL that both databases know. Parameters are `$1` and so on. */
export interface Statements {
  /** @throws StoreUnavailableError when the database cannot run the statement. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The rows of a parameter that is a list of texts. */
  listOf(parameter: string): string;
}
