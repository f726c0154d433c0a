import { homedir } from 'node:os';
import { defaultDatabase } from './data-folder.ts';
import { readConfigFile } from './file.ts';
import { type Config, type Given, resolve, type Variables } from './resolve.ts';
import { SecretFiles } from './secret-files.ts';
import type { SettingName } from './settings/settings.ts';
import { ofKind } from './usage-error.ts';

export interface LoadedConfig extends Config {
  /** The secrets that this call has generated, and written to the files that were named for them. */
  readonly created: ReadonlySet<SettingName>;
}

/**
 * Loads the settings of the command from flags, variables, the configuration file and the defaults of the machine.
 * @param isServer whether the command starts a server, which creates the file of the control token
 */
export function loadConfig(
  flags: ReadonlyMap<SettingName, Given>,
  variables: Variables,
  isServer = false,
): Promise<LoadedConfig> {
  return ofKind('config', () => readConfig(flags, variables, isServer));
}

async function readConfig(
  flags: ReadonlyMap<SettingName, Given>,
  variables: Variables,
  isServer: boolean,
): Promise<LoadedConfig> {
  const files = new SecretFiles(isServer);
  const expanded = await files.readVariables(variables);
  const typed = await files.readFlags(flags);
  const defaults = {
    database: defaultDatabase({ platform: process.platform, home: homedir(), variables }),
  };
  const sources = { flags: typed, variables: expanded, defaults, file: new Map<SettingName, Given>() };
  const { settings, origins } = resolve(sources);
  const file =
    settings.config === undefined ? sources.file : await readConfigFile(settings.config, origins.config);
  const config = resolve({ ...sources, file });
  return { ...config, warnings: [...config.warnings, ...files.warnings], created: files.created };
}
