import type { Command } from 'commander';
import { toApiTime } from '../authorizations/api-time.ts';
import type { SettingName } from '../config/settings.ts';
import { UsageError } from '../config/usage-error.ts';
import { loadConfig } from '../config.ts';
import { createRuntime, type Runtime } from '../runtime.ts';
import type { SeedTools } from '../seed/apply.ts';
import { toFlags } from './options.ts';
import type { Terminal } from './terminal.ts';

/** The settings that a command needs to work on the database. */
export const storeSettings: readonly SettingName[] = ['config', 'database', 'passwordCost'];

export type StoreTools = SeedTools & { readonly runtime: Runtime };

/** Opens the database that the settings name, works on it, and closes it. */
export async function withStore(
  terminal: Terminal,
  command: Command,
  work: (tools: StoreTools) => Promise<void>,
): Promise<void> {
  const { settings, origins } = await loadConfig(toFlags(command), terminal.variables);
  if (settings.database === 'memory') {
    throw new UsageError(
      `A database in memory, as ${origins.database} says, ends with this command; name a file.`,
    );
  }
  const [{ openStore }, { createPasswords }] = await Promise.all([
    import('../storage/open.ts'),
    import('../authorizations/passwords.ts'),
  ]);
  const runtime = createRuntime();
  const store = await openStore(settings.database);
  try {
    const passwords = createPasswords(runtime, settings.passwordCost);
    await work({ store, passwords, runtime, at: toApiTime(runtime.now()) });
  } finally {
    await store.close();
  }
}
