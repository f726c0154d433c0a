import { didYouMean } from '#http/syntax/closest-match.ts';
import {
  type SettingName,
  type SettingRow,
  type Settings,
  settingRows,
  toKey,
  toVariable,
} from './settings/settings.ts';
import { quote, UsageError } from './usage-error.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The text of a setting, and its origin for messages: `--port`, `SPARRING_PORT`. */
export interface Given {
  readonly text: string;
  readonly origin: string;
  /** The value in messages, if different from the text. */
  readonly shown?: string;
  /** Set when the text names a file that holds the value. */
  readonly isFile?: true;
}

export interface Sources {
  readonly flags: ReadonlyMap<SettingName, Given>;
  readonly variables: Variables;
  readonly file: ReadonlyMap<SettingName, Given>;
  /** Defaults that depend on the machine. */
  readonly defaults: Partial<Settings>;
}

export interface Config {
  readonly settings: Settings;
  /** The origin of each value: a flag, a variable, a key of a file, or `default`. */
  readonly origins: Readonly<Record<SettingName, string>>;
  readonly warnings: readonly string[];
}

/** Merges the sources. A flag takes precedence over a variable, a variable over the file, the file over the default. */
export function resolve(sources: Sources): Config {
  const values: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const [name, row] of settingRows) {
    const input =
      sources.flags.get(name) ?? fromVariables(name, row, sources.variables) ?? sources.file.get(name);
    values[name] = input ? read(row, input) : (sources.defaults[name] ?? row.default);
    origins[name] = input?.origin ?? 'default';
  }
  return {
    // Sound: each value was read by the type of its row.
    settings: values as Settings,
    origins: origins as Record<SettingName, string>,
    warnings: [...unknownVariables(sources.variables), ...visibleSecrets(sources.flags)],
  };
}

function read(row: SettingRow, { text, origin, shown = quote(text) }: Given): unknown {
  const value = row.type.read(text.trim());
  if (value !== undefined) return value;
  throw invalidSetting(row, origin, { shown, text });
}

function fromVariables(name: SettingName, row: SettingRow, variables: Variables): Given | undefined {
  const read = (variable: string): Given[] => {
    const text = variables[variable];
    // An empty variable counts as unset, because compose files set such variables.
    if (text === undefined || text.trim() === '') return [];
    // Compat: Kubernetes sets `SPARRING_PORT=tcp://…` in every container if a service has the name sparring.
    if (name === 'port' && text.startsWith('tcp://')) return [];
    return [{ text, origin: variable }];
  };
  return [toVariable(name), ...(row.fallbacks ?? [])].flatMap(read)[0];
}

function visibleSecrets(flags: Sources['flags']): string[] {
  return settingRows.flatMap(([name, { fileFlag }]) => {
    const origin = flags.get(name)?.origin;
    return fileFlag && origin === `--${toKey(name)}` ? [formatSecretWarning(name)] : [];
  });
}

/** The warning about a secret that is given as a flag. */
export function formatSecretWarning(name: SettingName): string {
  const flag = `--${toKey(name)}`;
  return `A list of the processes of this machine shows the value of ${flag}; use ${flag}-file or ${toVariable(name)}.`;
}

/** The warning about a file with a secret that other users can read. */
export function formatFileWarning(file: string): string {
  return `Other users of this machine can read ${file}, which has a secret; change its permissions to 600.`;
}

const OTHER_VARIABLES = [
  'SPARRING_URL',
  'SPARRING_ACCOUNTS_URL',
  'SPARRING_CONTROL_URL',
  // Those of the programs in `integrations`.
  'SPARRING_COMMAND',
  'SPARRING_START_TIMEOUT',
];

/** Prefix of the variables that `/env` shows. They are no settings. */
const SHOWN_PREFIX = 'SPARRING_ENV_';

function unknownVariables(variables: Variables): string[] {
  const known = new Set(OTHER_VARIABLES);
  for (const [name, { secret }] of settingRows) {
    known.add(toVariable(name));
    if (secret) known.add(`${toVariable(name)}_FILE`);
  }
  return Object.keys(variables)
    .filter((variable) => variable.startsWith('SPARRING_') && !variable.startsWith(SHOWN_PREFIX))
    .filter((variable) => !known.has(variable))
    .map((variable) => ({ variable, hint: didYouMean(variable, known) }))
    .filter(({ hint }) => hint !== '')
    .map(({ variable, hint }) => `The variable ${variable} means nothing here${hint}.`);
}

/** The setting of a key in a file. @throws UsageError for an unknown key, with the most similar one. */
export function settingOfKey(key: string, place: string): SettingName {
  const rows = settingRows.filter(([, { notInFile }]) => !notInFile);
  const normalized = key.replaceAll('_', '-');
  const found = rows.find(([name]) => toKey(name) === normalized);
  if (found) return found[0];
  const hint = didYouMean(
    key,
    rows.map(([name]) => toKey(name)),
  );
  throw new UsageError(`${place}: there is no setting ${quote(key)}${hint}.`);
}

/** The error for an invalid value. `origin` is the name of the setting where it was given. */
export function invalidSetting(
  { type, secret }: SettingRow,
  origin: string,
  { shown, text }: { readonly shown: string; readonly text: string | undefined },
): UsageError {
  // An error message does not repeat a secret, even an invalid one.
  const actual = secret ? '' : `, not ${shown}`;
  const closest = text === undefined ? undefined : type.closest?.(text.trim());
  const hint = closest === undefined ? '' : ` (did you mean ${closest}?)`;
  return new UsageError(`${origin} must be ${type.expects}${actual}${hint}.`, {
    kind: origin.startsWith('--') ? 'usage' : 'config',
  });
}
