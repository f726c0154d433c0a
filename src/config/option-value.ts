import { isTimestamp, parseTimestamp, timestampExpectation } from '#http/syntax/timestamp.ts';
import { type Given, invalidSetting } from './resolve.ts';
import type { SettingRow } from './settings/settings.ts';
import { quote, UsageError } from './usage-error.ts';

/** Converts an option of the library to the text of a flag. @throws UsageError for a value of the wrong type. */
export function parseGivenOption(name: string, row: SettingRow, value: unknown): Given {
  const text = formatOptionText(row, value);
  if (text === undefined) throw invalidSetting(row, name, { shown: formatShown(value), text });
  return { text, origin: name, shown: Array.isArray(value) ? quote(text) : formatShown(value) };
}

function formatOptionText({ type }: SettingRow, value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return type.kind === 'switch' ? String(value) : undefined;
  if (typeof value === 'number')
    return type.optionType.startsWith('number') ? formatDecimal(value) : undefined;
  if (type.kind !== 'list' || !Array.isArray(value)) return undefined;
  if (value.length === 0 && type.off !== undefined) return type.off;
  return value.every((item) => typeof item === 'string') ? value.join(',') : undefined;
}

/** A decimal number without rounding errors: 0.3 for 0.1 + 0.2. */
function formatDecimal(value: number): string {
  return String(Number.isInteger(value) ? value : Math.round(value * 1e6) / 1e6);
}

/** Milliseconds since the epoch. `origin` is the name of the value in messages. @throws UsageError */
export function parseTimeOption(value: unknown, origin: string): number {
  const at =
    value instanceof Date ? value.getTime() : typeof value === 'string' ? parseTimestamp(value) : value;
  if (typeof at === 'number' && isTimestamp(at)) return at;
  throw new UsageError(`${origin} must be ${timestampExpectation}, not ${formatShown(value)}.`);
}

/** The timestamp of a number of milliseconds, a date or text. @throws UsageError */
export function normalizeTimestamp(value: unknown): string {
  return new Date(parseTimeOption(value, 'The time')).toISOString();
}

/** A value as shown in messages. */
export function formatShown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
