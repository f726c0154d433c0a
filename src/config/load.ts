import { homedir } from 'node:os';
import { defaultDatabase } from './data-folder.ts';
import { readText } from './document.ts';
import { readConfigFile } from './file.ts';
import { type Config, type Given, resolve, type Variables } from './resolve.ts';
import { type SettingName, settingRows, spellingsOf } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** Loads the settings of the command from flags, variables, the configuration file and the defaults of the machine. */
export async function loadConfig(
  flags: ReadonlyMap<SettingName, Given>,
  variables: Variables,
): Promise<Config> {
  const expanded = await readSecretFiles(variables);
  const typed = await readFlagFiles(flags);
  const defaults = {
    database: defaultDatabase({ platform: process.platform, home: homedir(), variables }),
  };
  const sources = { flags: typed, variables: expanded, defaults, file: new Map<SettingName, Given>() };
  const { settings, origins } = resolve(sources);
  if (settings.config === undefined) return resolve(sources);
  return resolve({ ...sources, file: await readConfigFile(settings.config, origins.config) });
}

/** Replaces `--control-token-file` by `--control-token` with the content of the file. */
async function readFlagFiles(
  flags: ReadonlyMap<SettingName, Given>,
): Promise<ReadonlyMap<SettingName, Given>> {
  const typed = new Map(flags);
  for (const [name, { text, origin, isFile }] of flags)
    if (isFile) typed.set(name, { text: await readSecretFile(text, origin), origin });
  return typed;
}

/** Reads a secret. @throws UsageError when the file cannot be read or is empty; `origin` is the setting that names it. */
export async function readSecretFile(file: string, origin: string): Promise<string> {
  const secret = (await readText(file, origin)).trim();
  if (secret === '') throw new UsageError(`${file}, which ${origin} names, is empty.`);
  return secret;
}

/** Replaces `SPARRING_DATABASE_FILE`, as used for container secrets, by `SPARRING_DATABASE` with the content of the file. */
async function readSecretFiles(variables: Variables): Promise<Variables> {
  const expanded: Record<string, string | undefined> = { ...variables };
  for (const [name, { secret }] of settingRows) {
    if (!secret) continue;
    for (const { variable } of spellingsOf(name)) {
      const file = variables[`${variable}_FILE`];
      if (!file) continue;
      if (variables[variable])
        throw new UsageError(`${variable} and ${variable}_FILE are both set; keep one of them.`);
      expanded[variable] = await readSecretFile(file, `${variable}_FILE`);
    }
  }
  return expanded;
}
