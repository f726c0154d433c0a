import { toDefault } from '../src/config/listing.ts';
import { type SettingName, type SettingRow, settingRows } from '../src/config/settings.ts';

/** Options that are more than a setting is; their types are written by hand. */
const BY_HAND: readonly SettingName[] = ['seed', 'lifecycle'];

/** The members of `StartOptions` that are settings, in TypeScript. */
export function toOptionMembers(): string {
  return settingRows
    .filter(([name, row]) => !row.commandOnly && !BY_HAND.includes(name))
    .map(([name, row]) => toMember(name, row))
    .join('');
}

function toMember(name: SettingName, row: SettingRow): string {
  const { commandDefault: _, ...ofLibrary } = row;
  const fallback = row.optionDefault ?? code(toDefault(ofLibrary));
  const sentence = `${row.sentence}${fallback === '' ? '' : ` Default: ${fallback}.`}`;
  return `  /** ${sentence} */\n  readonly ${name}?: ${row.type.optionType} | undefined;\n`;
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
