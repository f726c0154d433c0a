import { homedir } from 'node:os';
import { defaultDatabase } from './config/data-folder.ts';
import { readText } from './config/document.ts';
import { readConfigFile } from './config/file.ts';
import { type Config, type Given, resolve, type Variables } from './config/resolve.ts';
import { type SettingName, settingRows, toVariable } from './config/settings.ts';
import { UsageError } from './config/usage-error.ts';

/** The command's settings out of flags, variables, the configuration file and the defaults of this machine. */
export async function loadConfig(
  flags: ReadonlyMap<SettingName, Given>,
  variables: Variables,
): Promise<Config> {
  const expanded = await readSecretFiles(variables);
  const defaults = {
    database: defaultDatabase({ platform: process.platform, home: homedir(), variables }),
  };
  const sources = { flags, variables: expanded, defaults, file: new Map<SettingName, Given>() };
  const { settings, origins } = resolve(sources);
  if (settings.config === undefined) return resolve(sources);
  return resolve({ ...sources, file: await readConfigFile(settings.config, origins.config) });
}

/** `SPARRING_DATABASE_FILE` names a file that holds what `SPARRING_DATABASE` would: the way of container secrets. */
async function readSecretFiles(variables: Variables): Promise<Variables> {
  const expanded: Record<string, string | undefined> = { ...variables };
  for (const [name, { secret }] of settingRows) {
    const variable = toVariable(name);
    const file = variables[`${variable}_FILE`];
    if (!secret || !file) continue;
    if (variables[variable])
      throw new UsageError(`${variable} and ${variable}_FILE are both set; keep one of them.`);
    expanded[variable] = (await readText(file, `${variable}_FILE`)).trim();
    if (expanded[variable] === '') throw new UsageError(`${file}, which ${variable}_FILE names, is empty.`);
  }
  return expanded;
}
