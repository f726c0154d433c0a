import type { Settings } from '#config/settings/settings.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { StateEngine } from '#shared/database/engine.ts';

/** Where processes share their state. */
export interface StatePlace {
  /** The file of the state; undefined on PostgreSQL. */
  readonly location?: string | undefined;
  /** The node on PostgreSQL that the process is a worker of; without it, the process is a node. */
  readonly node?: string | undefined;
}

/** Opens the state that processes share. @throws DatabaseError */
export async function openState(
  { location, node }: StatePlace,
  { database, databaseConnectTimeout: connectTimeout }: Settings,
  dependencies: { readonly runtime: Runtime; readonly log: Log },
): Promise<StateEngine> {
  const owner = String(process.pid);
  if (location !== undefined) {
    const { openSqliteEngine } = await import('#shared/sqlite/engine.ts');
    return openSqliteEngine({ location, owner, ...dependencies });
  }
  const [{ openPostgresEngine }, { parsePostgresUrl, createStartError }] = await Promise.all([
    import('#shared/postgres/engine.ts'),
    import('#database/postgres/url.ts'),
  ]);
  try {
    return await openPostgresEngine({ url: database, connectTimeout, owner, node, ...dependencies });
  } catch (error) {
    throw createStartError(parsePostgresUrl(database).location, error);
  }
}
