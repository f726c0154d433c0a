/** Queries whose text varies, such as filters of lists, must not fill the memory of the server. */
const MAX_NAMES = 300;

/**
 * Names of prepared statements. The server parses a statement with a name once for each session, and usually plans it once:
 * this takes more time than most statements themselves.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** The name of a statement; undefined when it is not to be prepared. */
  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size === MAX_NAMES) return known;
    const name = `sparring_${this.#names.size + 1}`;
    this.#names.set(sql, name);
    return name;
  }
}
