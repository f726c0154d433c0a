import type * as library from '../../../types/index.ts';
import { parseDurationOption, toShown } from '../../config/option-value.ts';
import { UsageError } from '../../config/usage-error.ts';
import { duration } from '../../config/value-types.ts';
import { InputError } from '../../http/message/input-error.ts';
import { BIN_NAME } from '../../http/message/target.ts';
import { didYouMean } from '../../http/syntax/closest-match.ts';
import { SNIPPET_FORMATS, type SnippetFormat } from '../../journal/export/snippets/snippet.ts';
import { checkMatch, type ExchangeMatch as Match } from '../../journal/match/exchange-match.ts';
import type { WaitOptions } from '../../journal/match/wait.ts';

// The arguments of the members of the journal. Each function throws UsageError for an invalid value.

/** @param bin the bin of the journal, or undefined for that of the whole server. */
export function toMatch(given: unknown, bin: string | undefined): Match {
  const match = readMatch(given);
  if (bin === undefined) return match;
  if (match.bin !== undefined && match.bin !== bin)
    throw new UsageError(`match.bin: must be ${JSON.stringify(bin)}, the bin of this journal.`);
  return { ...match, bin };
}

function readMatch(given: unknown): Match {
  rejectPatterns(given, 'match');
  try {
    return checkMatch(given, 'match');
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(`${error.message}.`, { cause: error });
    throw error;
  }
}

/** A regular expression could backtrack, and has no form in JSON. */
function rejectPatterns(given: unknown, name: string): void {
  if (given instanceof RegExp)
    throw new UsageError(
      `${name} must not be a regular expression; use { like }, in which * is any number of characters, or { has }.`,
    );
  if (typeof given !== 'object' || given === null || name.split('.').length > 2) return;
  for (const [member, value] of Object.entries(given)) rejectPatterns(value, `${name}.${member}`);
}

/** @param isList whether the result is a list. */
export function toWaitOptions(given: library.NextOptions): Omit<WaitOptions, 'match'> {
  checkMembers('next', given, ['count', 'within', 'after', 'until']);
  const { count = 1, within = '1s', after = 0, until = 'body' } = given;
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT)
    throw invalid('count', `a whole number from 1 to ${MAX_COUNT}`, count);
  const milliseconds = toWaitTime(within);
  const id: unknown = typeof after === 'object' && after !== null ? after.id : after;
  if (typeof id !== 'number' || !Number.isInteger(id))
    throw invalid('after', 'an entry of the journal or its id', after);
  if (until !== 'head' && until !== 'body' && until !== 'done')
    throw invalid('until', 'head, body or done', until);
  return { count, milliseconds, after: id, until };
}

/** The milliseconds of the option `within`. */
export function toWaitTime(within: unknown): number {
  const time = parseDurationOption(within, duration);
  if (time !== undefined && time >= 0 && time <= MAX_TIME_MS) return time;
  throw invalid('within', 'a number of seconds, or a text such as 2s or 500ms, up to 10m', within);
}

const MAX_TIME_MS = 600_000;
const MAX_COUNT = 1_000_000;

/** The smallest and the largest count. */
export function toCountRange(given: unknown): { readonly min: number; readonly max: number } {
  if (isCount(given)) return { min: given, max: given };
  if (typeof given === 'object' && given !== null) {
    checkMembers('toHaveCount', given, ['min', 'max']);
    const { min = 0, max = Number.POSITIVE_INFINITY }: { min?: unknown; max?: unknown } = given;
    if (isCount(min) && (isCount(max) || max === Number.POSITIVE_INFINITY) && min <= max) return { min, max };
  }
  throw invalid('The count', 'a whole number, or an object with min and max', given);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

export function toBinName(given: unknown): string {
  if (typeof given === 'string' && BIN_NAME.test(given)) return given;
  throw invalid('The key of a bin', '1 to 64 letters, digits, dots, underscores, tildes and hyphens', given);
}

export function toSnippetFormat(given: unknown): SnippetFormat {
  const format = SNIPPET_FORMATS.find((format) => format === given);
  if (format) return format;
  const hint = typeof given === 'string' ? didYouMean(given, SNIPPET_FORMATS) : '';
  throw new UsageError(
    `The format must be one of ${SNIPPET_FORMATS.join(', ')}, not ${toShown(given)}${hint}.`,
  );
}

/** Whether credentials are shown. */
export function showsSecrets(name: string, given: library.SecretsOptions): boolean {
  checkMembers(name, given, ['secrets']);
  const { secrets = 'mask' } = given;
  if (secrets !== 'mask' && secrets !== 'show') throw invalid('secrets', 'mask or show', secrets);
  return secrets === 'show';
}

export function checkListener(given: unknown): void {
  if (typeof given !== 'function') throw invalid('The listener', 'a function', given);
}

const EVENTS = ['request', 'body', 'done'] as const;

export function toEvent(given: unknown): (typeof EVENTS)[number] {
  const event = EVENTS.find((event) => event === given);
  if (event) return event;
  const hint = typeof given === 'string' ? didYouMean(given, EVENTS) : '';
  throw new UsageError(`The event must be one of ${EVENTS.join(', ')}, not ${toShown(given)}${hint}.`);
}

export function checkMembers(name: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((member) => !known.includes(member));
  if (unknown === undefined) return;
  throw new UsageError(`${name} has no option ${unknown}${didYouMean(unknown, known)}.`);
}

function invalid(name: string, expected: string, given: unknown): UsageError {
  return new UsageError(`${name} must be ${expected}, not ${toShown(given)}.`);
}
