import { formatDefault } from '#config/listing.ts';
import { type SettingName, type SettingRow, settingRows } from '#config/settings/settings.ts';

/** The members of `StartOptions` that are settings, in TypeScript. The types of documents are written by hand. */
export function formatOptionMembers(): string {
  return settingRows
    .filter(([, row]) => !row.commandOnly && !row.isDocument)
    .map(([name, row]) => formatMember(name, row))
    .join('');
}

function formatMember(name: SettingName, row: SettingRow): string {
  const { commandDefault: _, ...ofLibrary } = row;
  const fallback = row.optionDefault ?? code(formatDefault(ofLibrary));
  const sentence = `${row.sentence}${fallback === '' ? '' : ` Default: ${fallback}.`}`;
  return `  /** ${sentence} */\n${formatDeclaration(name, row)}`;
}

/** The declaration of a member, formatted like the rest of the file. */
function formatDeclaration(name: string, { type }: SettingRow): string {
  const declaration = `  readonly ${name}?: ${type.optionType} | undefined;\n`;
  if (declaration.trimEnd().length <= LINE_WIDTH) return declaration;
  return declaration.replace(': ', ':\n    | ').replaceAll(/(?<! ) \| /g, '\n    | ');
}

/** The line width of biome.json. */
const LINE_WIDTH = 110;

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
