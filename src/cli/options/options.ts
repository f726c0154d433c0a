import { type Command, Option } from 'commander';
import { formatDefault } from '#config/listing.ts';
import type { Given } from '#config/resolve.ts';
import {
  type SettingName,
  type SettingRow,
  settingRows,
  settings,
  toKey,
  toVariable,
} from '#config/settings/settings.ts';
import { UsageError } from '#config/usage-error.ts';
import { collect } from './repeated-flags.ts';

/** Adds the flags of these settings to a command. */
export function addSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) for (const option of createOptions(name)) command.addOption(option);
  return command;
}

/** Defaults of a command that differ from those of `serve`. */
type OtherDefaults = { readonly [Name in SettingName]?: string | number | boolean };

/** Adds the flags of all settings to a command, in groups. */
export function addAllSettings(command: Command, defaults: OtherDefaults = {}): Command {
  for (const [name, { group }] of settingRows)
    for (const option of createOptions(name, defaults)) command.addOption(option.helpGroup(`${group}:`));
  return command;
}

/** The values of settings among the arguments, with their flags. */
export function readFlags(command: Command): Map<SettingName, Given> {
  const flags = new Map<SettingName, Given>();
  for (const [name, row] of settingRows) {
    const input = readFlag(command, row, toKey(name));
    if (input) flags.set(name, input);
  }
  return flags;
}

function readFlag(command: Command, { fileFlag, type }: SettingRow, key: string): Given | undefined {
  const flag = `--${key}`;
  const value = argumentOf(command, flag);
  const file = fileFlag ? argumentOf(command, `${flag}-file`) : undefined;
  if (value !== undefined && file !== undefined)
    throw new UsageError(`${flag} and ${flag}-file are both given; keep one of them.`);
  if (file !== undefined) return { text: String(file), origin: `${flag}-file`, isFile: true };
  if (value === undefined) return undefined;
  const text = Array.isArray(value) ? value.join(',') : String(value === false ? (type.off ?? value) : value);
  return { text, origin: value === false ? `--no-${key}` : flag };
}

/** Undefined if the flag is not among the arguments, or the command does not have it. */
function argumentOf(command: Command, flag: string): unknown {
  const option = command.options.find(({ long }) => long === flag);
  if (!option || command.getOptionValueSource(option.attributeName()) !== 'cli') return undefined;
  return command.getOptionValue(option.attributeName());
}

/** The flag that names the file of a secret. */
export function createFileOption(name: SettingName): Option {
  const key = toKey(name);
  const { isGenerated }: SettingRow = settings[name];
  const creation = isGenerated ? ' A server creates the file if it does not exist.' : '';
  return new Option(
    `--${key}-file <FILE>`,
    `Reads --${key} from this file.${creation} (${toVariable(name)}_FILE)`,
  );
}

function createOptions(name: SettingName, defaults: OtherDefaults = {}): Option[] {
  const key = toKey(name);
  const { type, sentence, fileFlag }: SettingRow = settings[name];
  const description = `${sentence} ${formatAside(name, defaults)}`;
  if (type.kind === 'switch') {
    const [on, off] = [new Option(`--${key}`, description), new Option(`--no-${key}`)];
    return [on, off.hideHelp()];
  }
  const option = new Option(`--${key} <${type.placeholder}>`, description);
  if (type.kind === 'list') option.argParser(collect);
  const off = type.off === undefined ? [] : [new Option(`--no-${key}`, `The same as --${key} ${type.off}.`)];
  return [option, ...(fileFlag ? [createFileOption(name)] : []), ...off];
}

/** `(default: 8080; SPARRING_PORT)` */
function formatAside(name: SettingName, defaults: OtherDefaults): string {
  const fallback = String(defaults[name] ?? formatDefault(settings[name]));
  return `(${fallback === '' ? '' : `default: ${fallback}; `}${toVariable(name)})`;
}
