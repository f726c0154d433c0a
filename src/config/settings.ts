import { controlSettings } from './control-settings.ts';
import { interfaceSettings } from './interface-settings.ts';
import { journalSettings } from './journal-settings.ts';
import { listeningSettings } from './listening-settings.ts';
import { serviceSettings } from './service-settings.ts';
import type { Setting } from './setting.ts';
import type { ValueType } from './value-types.ts';

/**
 * All settings. Flags, variables, keys of the configuration file, options of the server and the library, defaults, help
 * and the reference are derived from this table.
 */
export const settings = {
  ...listeningSettings,
  ...serviceSettings,
  ...interfaceSettings,
  ...controlSettings,
  ...journalSettings,
};

export type SettingName = keyof typeof settings;

/** The value of each setting. */
export type Settings = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

/** The settings that are options of the server: all except those of the command and documents. */
export type ServerSettings = {
  readonly [Name in SettingName as (typeof settings)[Name] extends
    | { commandOnly: true }
    | { isDocument: true }
    ? never
    : Name]: Settings[Name];
};

/** A row with a value of any type. */
export interface SettingRow extends Omit<Setting<unknown>, 'type'> {
  readonly type: ValueType<unknown>;
}

export const settingRows = Object.entries(settings) as unknown as readonly (readonly [
  SettingName,
  SettingRow,
])[];

/** The defaults of the server. */
export function defaultServerSettings(): ServerSettings {
  const rows = settingRows.filter(([, row]) => !row.commandOnly && !row.isDocument);
  // Sound: the filter is the condition of the type.
  return Object.fromEntries(rows.map(([name, row]) => [name, row.default])) as unknown as ServerSettings;
}

/** One spelling of a setting. */
export interface Spelling {
  /** The option of the server and the library: `maxBodySize`. */
  readonly option: string;
  /** The key in the configuration file, and the flag without its dashes: `max-body-size`. */
  readonly key: string;
  /** `SPARRING_MAX_BODY_SIZE`. */
  readonly variable: string;
}

/** The spellings of a setting: its name, then its aliases. */
export function spellingsOf(name: SettingName): readonly [Spelling, ...Spelling[]] {
  const { key, aliases = [] }: SettingRow = settings[name];
  return [toSpelling(name, key), ...aliases.map((alias) => toSpelling(alias))];
}

function toSpelling(option: string, key = toKebabCase(option)): Spelling {
  return { option, key, variable: `SPARRING_${key.toUpperCase().replaceAll('-', '_')}` };
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The key of a setting, and its flag without dashes. */
export function toKey(name: SettingName): string {
  return spellingsOf(name)[0].key;
}

/** The main variable of a setting. */
export function toVariable(name: SettingName): string {
  return spellingsOf(name)[0].variable;
}
