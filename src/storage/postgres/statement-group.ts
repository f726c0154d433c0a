import type pg from 'pg';
import type { Connection, Query, QueryResult, Submittable } from 'pg';
import { DatabaseError } from '../database-errors.ts';

declare module 'pg' {
  /** What the client calls with the messages of the server: see "Message Flow" in the manual of PostgreSQL. */
  interface Query {
    readonly name?: string | undefined;
    readonly text: string;
    handleRowDescription(message: unknown): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
    handleReadyForQuery(connection: Connection): void;
    handleError(error: unknown, connection: Connection): void;
  }
}

/**
 * Checks the members of the client library that a group replaces, which the library does not document.
 * @throws DatabaseError for a version without them: a group would wait for ever, or get the results of another one.
 */
export function requireGroups({ Connection, Query }: Pick<typeof pg, 'Connection' | 'Query'>): void {
  const connection: object = new Connection();
  const names: unknown = Reflect.get(connection, 'submittedNamedStatements');
  const query: object = Query.prototype;
  const isKnown =
    typeof names === 'object' &&
    names !== null &&
    ['sync', 'parse', 'bind', 'describe', 'execute'].every((name) => isMethod(connection, name)) &&
    ['submit', ...HANDLERS].every((name) => isMethod(query, name));
  if (!isKnown)
    throw new DatabaseError(
      'The installed version of the package pg is not supported: npm install pg@8.23.1.',
    );
}

const HANDLERS = [
  'handleRowDescription',
  'handleDataRow',
  'handleCommandComplete',
  'handleReadyForQuery',
  'handleError',
];

const isMethod = (object: object, name: string) => typeof Reflect.get(object, name) === 'function';

/** Makes a query of the client library, which reports its result to the callback. */
export type CreateQuery = (report: (error: unknown, result: QueryResult) => void) => Query;

/**
 * Statements that are sent together and take one round trip. After a statement that fails, the server ignores the rest: one
 * Sync message ends the group, where the client library sends one after each statement.
 */
export class StatementGroup implements Submittable {
  /** The results in the order of the statements, or the first error. */
  readonly results: Promise<QueryResult[]>;
  readonly #queries: readonly Query[];
  /** The number of statements that are complete. */
  #completed = 0;

  constructor(statements: readonly CreateQuery[]) {
    const created = statements.map((create) => {
      const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
      return { promise, query: create((error, result) => (error ? reject(error) : resolve(result))) };
    });
    this.#queries = created.map(({ query }) => query);
    this.results = Promise.all(created.map(({ promise }) => promise));
  }

  submit(connection: Connection): void {
    const withoutSync: Connection = Object.create(connection, {
      sync: { value: () => {} },
      // Names of this group only: the client removes the name of one statement when a group fails.
      submittedNamedStatements: { value: {} },
    });
    connection.stream.cork();
    try {
      for (const query of this.#queries) query.submit(withoutSync);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  /** With `text`, of the statement that the server parses: the client records which names are known. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#current?.handleCommandComplete(message, connection);
    this.#completed++;
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
  }

  handleError(error: unknown, connection: Connection): void {
    for (const query of this.#queries) query.handleError(error, connection);
  }

  get #current(): Query | undefined {
    return this.#queries[this.#completed];
  }
}
