import { didYouMean } from '#http/syntax/closest-match.ts';
import { formatShown, parseGivenOption, parseTimeOption } from './option-value.ts';
import { type Given, resolve } from './resolve.ts';
import { type SettingName, type Settings, settingRows, toKey } from './settings/settings.ts';
import { UsageError } from './usage-error.ts';

/** Options of the library that are not settings. */
const OTHERS = ['now', 'log', 'observe'] as const;

/** The settings for the options of the library. Undefined options count as absent. @throws UsageError */
export function parseLibrarySettings(options: unknown): Settings {
  const flags = new Map<SettingName, Given>();
  const input = parseGivenOptions(options);
  checkNames([...input.keys()]);
  checkObjects(input);
  for (const [name, row] of settingRows) {
    if (row.commandOnly) continue;
    const value = input.get(name);
    if (value === undefined || (row.isDocument && isObject(value))) continue;
    flags.set(name, parseGivenOption(name, row, value));
  }
  const { settings, origins } = resolve({ flags, variables: {}, file: new Map(), defaults: { port: 0 } });
  if (origins.passwordCost !== 'default' || settings.database !== 'memory') return settings;
  // A database in memory is not worth the time of an expensive hash.
  return { ...settings, passwordCost: 'test' };
}

function parseGivenOptions(options: unknown): Map<string, unknown> {
  if (!isObject(options)) {
    throw new UsageError(
      `start takes an object of options, such as { port: 8080 }, not ${formatShown(options)}.`,
    );
  }
  return new Map(Object.entries(options).filter(([, value]) => value !== undefined));
}

function checkNames(names: readonly string[]): void {
  const rows = settingRows.filter(([, row]) => !row.commandOnly);
  const known: string[] = [...rows.map(([name]) => name), ...OTHERS];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const ofCommand = settingRows.find(([name]) => name === unknown);
  if (ofCommand)
    throw new UsageError(
      `start has no option ${unknown}; the command sparring has it, as --${toKey(ofCommand[0])}.`,
    );
  throw new UsageError(`start has no option ${unknown}${didYouMean(unknown, known)}.`);
}

/** Checks the options that accept more than text. */
function checkObjects(input: ReadonlyMap<string, unknown>): void {
  checkOption('seed', input.get('seed'), isTextOrObject, `${SEED}, or the path of a file`);
  checkOption(
    'lifecycle',
    input.get('lifecycle'),
    isTextOrObject,
    'an object with phases, a preset or the path of a file',
  );
  const now = input.get('now');
  if (now !== undefined) parseTimeOption(now, 'now');
  checkOption('log', input.get('log'), isLog, 'an object with the functions info, warn and error');
  checkOption('observe', input.get('observe'), isFunction, 'a function');
}

const SEED = 'an object with users, applications, organizations and authorizations';

function checkOption(
  name: string,
  value: unknown,
  isRight: (value: unknown) => boolean,
  expected: string,
): void {
  if (value === undefined || isRight(value)) return;
  throw new UsageError(`${name} must be ${expected}, not ${formatShown(value)}.`);
}

function isTextOrObject(value: unknown): boolean {
  return typeof value === 'string' || isObject(value);
}

function isLog(value: unknown): boolean {
  return isObject(value) && ['info', 'warn', 'error'].every((name) => isFunction(Reflect.get(value, name)));
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
