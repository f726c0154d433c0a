import { didYouMean } from '../http/closest-match.ts';
import {
  type SettingName,
  type SettingRow,
  type Settings,
  settingRows,
  toVariable,
  toWord,
} from './settings.ts';
import { quote, UsageError } from './usage-error.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** Text as it was given, and where, as it reads at the beginning of a sentence: `--port`, `SPARRING_PORT`. */
export interface Given {
  readonly text: string;
  readonly origin: string;
  /** How it is shown in a sentence; without it, as text. */
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
  /** Where each value came from: the flag, the variable, the key and its file, or `default`. */
  readonly origins: Readonly<Record<SettingName, string>>;
  readonly warnings: readonly string[];
}

/** Flag, then variable, then file, then default. */
export function resolve(sources: Sources): Config {
  const values: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const [name, row] of settingRows) {
    const given =
      sources.flags.get(name) ?? fromVariables(name, row, sources.variables) ?? sources.file.get(name);
    values[name] = given ? read(row, given) : (sources.defaults[name] ?? row.default);
    origins[name] = given?.origin ?? 'default';
  }
  return {
    // Sound: the table's own type read each of them.
    settings: values as Settings,
    origins: origins as Record<SettingName, string>,
    warnings: [...unknownVariables(sources.variables), ...visibleSecrets(sources.flags)],
  };
}

function read(row: SettingRow, { text, origin, shown = quote(text) }: Given): unknown {
  const value = row.type.read(text.trim());
  if (value !== undefined) return value;
  throw toRejection(row, origin, { shown, text });
}

function fromVariables(name: SettingName, row: SettingRow, variables: Variables): Given | undefined {
  for (const variable of [toVariable(name), ...(row.fallbacks ?? [])]) {
    const text = variables[variable];
    // A variable that is set to nothing counts as not set: compose files do so.
    if (text === undefined || text.trim() === '') continue;
    // Compat: Kubernetes gives every container `SPARRING_PORT=tcp://…` when a service is called sparring.
    if (name === 'port' && text.startsWith('tcp://')) continue;
    return { text, origin: variable };
  }
  return undefined;
}

function visibleSecrets(flags: Sources['flags']): string[] {
  return settingRows.flatMap(([name, { fileFlag }]) => {
    const origin = flags.get(name)?.origin;
    return fileFlag && origin === `--${toWord(name)}` ? [toVisibleSecret(name)] : [];
  });
}

/** What is said to a user who gives a secret as a flag. */
export function toVisibleSecret(name: SettingName): string {
  const flag = `--${toWord(name)}`;
  return `A list of the processes of this machine shows the value of ${flag}; use ${flag}-file or ${toVariable(name)}.`;
}

const OTHER_VARIABLES = ['SPARRING_NODE', 'SPARRING_URL'];

/** What begins so is shown by the testing service, and means nothing to this one. */
const SHOWN = 'SPARRING_ENV_';

function unknownVariables(variables: Variables): string[] {
  const known = new Set(OTHER_VARIABLES);
  for (const [name, { secret }] of settingRows) {
    known.add(toVariable(name));
    if (secret) known.add(`${toVariable(name)}_FILE`);
  }
  return Object.keys(variables)
    .filter((variable) => variable.startsWith('SPARRING_') && !variable.startsWith(SHOWN))
    .filter((variable) => !known.has(variable))
    .map((variable) => ({ variable, near: didYouMean(variable, known) }))
    .filter(({ near }) => near !== '')
    .map(({ variable, near }) => `The variable ${variable} means nothing here${near}.`);
}

/** The setting of a key in a file. @throws UsageError naming the near one. */
export function settingOfKey(key: string, place: string): SettingName {
  const rows = settingRows.filter(([, { notInFile }]) => !notInFile);
  const found = rows.find(([name]) => toWord(name) === key.replaceAll('_', '-'));
  if (found) return found[0];
  const near = didYouMean(
    key,
    rows.map(([name]) => toWord(name)),
  );
  throw new UsageError(`${place}: there is no setting ${quote(key)}${near}.`);
}

/** The sentence for a value that a setting does not take. `origin` is how the setting is called where it was given. */
export function toRejection(
  { type, secret }: SettingRow,
  origin: string,
  { shown, text }: { readonly shown: string; readonly text: string | undefined },
): UsageError {
  // A secret is not repeated, not even when it is wrong.
  const but = secret ? '' : `, not ${shown}`;
  const guess = text === undefined ? undefined : type.guess?.(text.trim());
  const hint = guess === undefined ? '' : ` (did you mean ${guess}?)`;
  return new UsageError(`${origin} must be ${type.expects}${but}${hint}.`);
}
