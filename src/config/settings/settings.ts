import type { ValueType } from '../values/value-types.ts';
import { controlSettings, logSettings } from './control-settings.ts';
import { interfaceSettings } from './interface-settings.ts';
import { journalSettings } from './journal-settings.ts';
import { listeningSettings } from './listening-settings.ts';
import { dataSettings, limitSettings, signInSettings, testingSettings } from './service-settings.ts';
import type { Setting } from './setting.ts';

/**
 * All settings. Flags, variables, keys of the configuration file, options of the server and the library, defaults, help
 * and the reference are derived from this table.
 */
export const settings = {
  ...listeningSettings,
  ...dataSettings,
  ...limitSettings,
  ...testingSettings,
  ...signInSettings,
  ...interfaceSettings,
  ...controlSettings,
  ...logSettings,
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

/** The key of a setting in the configuration file, and its flag without dashes: `max-body-size`. */
export function toKey(name: SettingName): string {
  const { key }: SettingRow = settings[name];
  return key ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `SPARRING_MAX_BODY_SIZE`. */
export function toVariable(name: SettingName): string {
  return `SPARRING_${toKey(name).toUpperCase().replaceAll('-', '_')}`;
}
