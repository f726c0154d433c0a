import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isBusy } from './sqlite-busy.ts';

/**
 * Notices what other processes write to the same file. SQLite is asked once in a turn of the event loop: a request that
 * comes in the same turn as their write came at the same time as it.
 */
export class SqliteNeighbours {
  readonly #version: StatementSync;
  readonly #turn: () => Promise<void>;
  #seen: unknown;
  #changes = 0;
  #isAsked = false;

  /** @param turn resolves in the next turn of the event loop. */
  constructor(database: DatabaseSync, turn: () => Promise<void>) {
    this.#version = database.prepare('pragma data_version');
    this.#turn = turn;
  }

  /** How many times something of theirs was seen; undefined when SQLite cannot tell at the moment. */
  changes(): number | undefined {
    if (!this.#isAsked) {
      try {
        this.#ask();
      } catch (error) {
        if (isBusy(error)) return undefined;
        throw error;
      }
    }
    return this.#changes;
  }

  #ask(): void {
    const version = this.#version.get()?.data_version;
    if (version !== this.#seen) this.#changes++;
    this.#seen = version;
    this.#isAsked = true;
    this.#turn().then(() => {
      this.#isAsked = false;
    });
  }
}
