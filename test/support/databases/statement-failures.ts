import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import pg from 'pg';

declare module 'pg' {
  interface Query {
    readonly text: string;
  }
}

/** Makes the statements of a server in this process fail until the end of the test. */
export interface StatementFailures {
  /** Runs the action, and returns the statements of the server meanwhile, each text once. */
  record(action: () => Promise<unknown>): Promise<string[]>;
  /**
   * Runs the action, while each statement with this text fails in this way; a session is terminated once. Returns the
   * result, and the number of failures.
   */
  failing<Result>(
    text: string,
    failure: string,
    action: () => Promise<Result>,
  ): Promise<[result: Result, count: number]>;
}

/** Decides at each statement how it fails; undefined when it does not. */
class Injection implements StatementFailures {
  decide: (text: string) => string | undefined = () => undefined;

  async record(action: () => Promise<unknown>): Promise<string[]> {
    const texts = new Set<string>();
    await this.#deciding((text) => void texts.add(text), action);
    return [...texts];
  }

  async failing<Result>(
    text: string,
    failure: string,
    action: () => Promise<Result>,
  ): Promise<[result: Result, count: number]> {
    let count = 0;
    const decide = (other: string) => {
      if (other !== text || (failure === TERMINATED && count > 0)) return undefined;
      count++;
      return failure;
    };
    const result = await this.#deciding(decide, action);
    return [result, count];
  }

  async #deciding<Result>(decide: Injection['decide'], action: () => Promise<Result>): Promise<Result> {
    this.decide = decide;
    try {
      return await action();
    } finally {
      this.decide = () => undefined;
    }
  }
}

const TERMINATED = 'terminated';

/**
 * A failure on PostgreSQL is the SQLSTATE of an error that the database reports, or `terminated`: the session ends at the
 * statement, as when an administrator ends it.
 */
export function failPostgresStatements(t: TestContext, administrator: pg.Client): StatementFailures {
  const injection = new Injection();
  const original: (connection: pg.Connection) => unknown = pg.Query.prototype.submit;

  function submit(this: pg.Query, connection: pg.Connection): unknown {
    const failure = connection === administrator.connection ? undefined : injection.decide(this.text);
    const text =
      failure === TERMINATED
        ? 'select pg_terminate_backend(pg_backend_pid(), 5000)'
        : `do $$ begin raise exception 'simulated' using errcode = '${failure}'; end $$`;
    if (failure !== undefined) Object.assign(this, { text, name: undefined, values: undefined });
    return original.call(this, connection);
  }

  t.mock.method(pg.Query.prototype, 'submit', submit);
  return injection;
}

/** Result codes of SQLite: https://sqlite.org/rescode.html */
const SQLITE_CODES: Readonly<Record<string, number>> = { 'I/O error': 10, full: 13 };

/**
 * A failure on SQLite is `read-only`, `I/O error`, `full`, or `full, rolled back`: SQLite may end the transaction when no
 * space is left.
 */
export function failSqliteStatements(t: TestContext): StatementFailures {
  const injection = new Injection();
  const databases = new WeakMap<StatementSync, DatabaseSync>();
  const { exec, prepare } = DatabaseSync.prototype;

  function run<Result>(database: DatabaseSync | undefined, text: string, statement: () => Result): Result {
    const failure = injection.decide(text);
    if (failure === undefined || database === undefined) return statement();
    if (failure === 'read-only') {
      exec.call(database, 'pragma query_only = on');
      try {
        return statement();
      } finally {
        exec.call(database, 'pragma query_only = off');
      }
    }
    const [name = '', rollback] = failure.split(', ');
    if (rollback !== undefined && database.isTransaction) exec.call(database, 'rollback');
    throw Object.assign(new Error('simulated'), { code: 'ERR_SQLITE_ERROR', errcode: SQLITE_CODES[name] });
  }

  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    const statement = prepare.call(this, text);
    databases.set(statement, this);
    return statement;
  });
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
    return run(this, text, () => exec.call(this, text));
  });
  for (const method of ['run', 'all'] as const) {
    const original: (...values: never[]) => unknown = StatementSync.prototype[method];
    t.mock.method(StatementSync.prototype, method, function (this: StatementSync, ...values: never[]) {
      return run(databases.get(this), this.sourceSQL, () => original.call(this, ...values));
    });
  }
  return injection;
}
