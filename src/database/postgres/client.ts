import { createOutageLog } from '../outage-log.ts';
import type { StoreOptions } from '../store-options.ts';
import type { ConnectionOptions } from './connection.ts';
import { createPool } from './pool.ts';
import { StatementNames } from './statement-names.ts';
import { parsePostgresUrl } from './url.ts';

export { acquireConnection, type PostgresConnection, withConnection } from './connection.ts';

/** The connections to a server, for a store or for shared state. */
export interface PostgresClient extends ConnectionOptions {
  /** The host and database, without user and password. */
  readonly location: string;
}

/**
 * @param input options that the parameters of the URL override
 * @param fixed options that override those of the URL, and the name of the sessions in the views of the server
 */
export async function createPostgresClient(
  url: string,
  input: StoreOptions,
  fixed: Partial<StoreOptions> & { readonly applicationName?: string } = {},
): Promise<PostgresClient> {
  const { href, location, limits } = parsePostgresUrl(url);
  const options = { ...input, ...limits, ...fixed, href };
  const outages = createOutageLog(options.report, options.runtime);
  const pool = await createPool({ ...options, outages });
  return { ...options, location, outages, pool, statementNames: new StatementNames() };
}

/** @param name an expression of SQL. @returns the expression of the key of an advisory lock of this schema: such locks belong to the database */
export function lockKey(name: string): string {
  return `hashtextextended('sparring ' || current_schema() || ' ' || ${name}, 0)`;
}
