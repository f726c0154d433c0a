import { type FileDocument, readDocument } from './document.ts';
import { type Given, settingOfKey } from './resolve.ts';
import { type SettingName, settings } from './settings/settings.ts';
import { quote, UsageError } from './usage-error.ts';

/** Reads the settings of a configuration file as text. @throws UsageError with the line. */
export async function readConfigFile(file: string, origin: string): Promise<Map<SettingName, Given>> {
  return parseGiven(await readDocument(file, origin));
}

/** @throws UsageError with the line. */
export function parseGiven(document: FileDocument): Map<SettingName, Given> {
  const { value, placeOf } = document;
  const input = new Map<SettingName, Given>();
  if (value === null) return input;
  if (!isRecord(value))
    throw new UsageError(`${placeOf([])}: the file must be a list of settings, such as port: 8080.`);
  for (const [key, member] of Object.entries(value)) {
    // `$schema` is for editors.
    if (key === '$schema') continue;
    const place = placeOf([key]);
    const name = settingOfKey(key, place);
    const current = { text: formatSettingText(name, key, member, place), origin: `${place}: ${key}` };
    const earlier = input.get(name);
    // `max_links` beside `max-links`.
    if (earlier !== undefined && earlier.text.trim() !== current.text.trim())
      throw new UsageError(
        `${earlier.origin} and ${current.origin} have different values; keep one of them.`,
      );
    input.set(name, earlier ?? current);
  }
  return input;
}

function formatSettingText(name: SettingName, key: string, value: unknown, place: string): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  const { type } = settings[name];
  if (type.kind === 'list' && Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.length === 0 && type.off !== undefined ? type.off : value.join(',');
  }
  throw new UsageError(`${place}: ${quote(key)} must be ${type.expects}.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
