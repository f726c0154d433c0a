import type { Settings } from '#config/settings/settings.ts';
import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';
import type { Hub } from '#shared/hub.ts';

/**
 * The hub of the nodes on a PostgreSQL database; undefined for a database that only one server uses.
 * @throws DatabaseError
 */
export async function openHub(
  { database, databaseConnectTimeout: connectTimeout }: Settings,
  dependencies: { readonly runtime: Runtime; readonly log: Log },
): Promise<Hub | undefined> {
  if (!/^postgres(ql)?:\/\//i.test(database)) return undefined;
  const [{ openPostgresHub }, { parsePostgresUrl, createStartError }] = await Promise.all([
    import('#shared/postgres/hub.ts'),
    import('#database/postgres/url.ts'),
  ]);
  try {
    return await openPostgresHub({ url: database, connectTimeout, ...dependencies });
  } catch (error) {
    throw createStartError(parsePostgresUrl(database).location, error);
  }
}
