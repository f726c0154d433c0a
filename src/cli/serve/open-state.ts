import type { Settings } from '#config/settings/settings.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { StateEngine } from '#shared/database/engine.ts';
import type { PostgresEngine } from '#shared/postgres/engine.ts';

export interface StateDependencies {
  readonly runtime: Runtime;
  readonly log: Log;
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/**
 * The shared state of the nodes on a PostgreSQL database.
 * @param node the node that this process is a worker of; by default, this process is a node
 * @throws DatabaseError
 */
export async function openPostgresState(
  { database, databaseConnectTimeout: connectTimeout }: Settings,
  dependencies: StateDependencies,
  node?: string,
): Promise<PostgresEngine> {
  const [{ openPostgresEngine }, { parsePostgresUrl, createStartError }] = await Promise.all([
    import('#shared/postgres/engine.ts'),
    import('#database/postgres/url.ts'),
  ]);
  try {
    return await openPostgresEngine({ url: database, connectTimeout, node, ...dependencies });
  } catch (error) {
    throw createStartError(parsePostgresUrl(database).location, error);
  }
}

/** What a worker opens the shared state with. */
export interface WorkerState {
  /** The file of the state; undefined on PostgreSQL. */
  readonly location: string | undefined;
  /** The node on PostgreSQL. */
  readonly node: string | undefined;
}

/** The shared state of a worker. @throws DatabaseError */
export async function openWorkerState(
  { location, node }: WorkerState,
  settings: Settings,
  dependencies: StateDependencies,
): Promise<StateEngine> {
  if (location === undefined) return openPostgresState(settings, dependencies, node);
  const { openSqliteEngine } = await import('#shared/sqlite/engine.ts');
  return openSqliteEngine({ location, owner: String(process.pid), ...dependencies });
}
