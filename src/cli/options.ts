import { type Command, Option } from 'commander';
import { toDefault } from '../config/listing.ts';
import type { Given } from '../config/resolve.ts';
import { type SettingName, settingRows, settings, toVariable, toWord } from '../config/settings.ts';

/** Gives a command the flags of these settings, out of the table, among its own. */
export function addSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) for (const option of toOptions(name)) command.addOption(option);
  return command;
}

/** Gives a command the flags of all settings, in their groups. */
export function addAllSettings(command: Command): Command {
  for (const [name, { group }] of settingRows)
    for (const option of toOptions(name)) command.addOption(option.helpGroup(`${group}:`));
  return command;
}

/** What was typed for settings, and under which flag. */
export function toFlags(command: Command): Map<SettingName, Given> {
  const flags = new Map<SettingName, Given>();
  for (const [name] of settingRows) {
    const option = command.options.find(({ long }) => long === `--${toWord(name)}`);
    if (!option || command.getOptionValueSource(option.attributeName()) !== 'cli') continue;
    const value: unknown = command.getOptionValue(option.attributeName());
    const flag = value === false ? `--no-${toWord(name)}` : `--${toWord(name)}`;
    flags.set(name, { text: Array.isArray(value) ? value.join(',') : String(value), origin: flag });
  }
  return flags;
}

function toOptions(name: SettingName): Option[] {
  const { type, sentence } = settings[name];
  const word = toWord(name);
  const description = `${sentence} ${toAside(name)}`;
  if (type.kind === 'switch') {
    const [on, off] = [new Option(`--${word}`, description), new Option(`--no-${word}`)];
    return [on, off.hideHelp()];
  }
  const option = new Option(`--${word} <${type.placeholder}>`, description);
  if (type.kind === 'list') option.argParser((value: string, before: string[] = []) => [...before, value]);
  return [option];
}

/** `(default: 8080; SPARRING_PORT)` */
function toAside(name: SettingName): string {
  const fallback = toDefault(settings[name]);
  return `(${fallback === '' ? '' : `default: ${fallback}; `}${toVariable(name)})`;
}
