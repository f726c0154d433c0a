import type { SettingRow } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** The sentence for a value that a setting does not take. `origin` is how the setting is called where it was given. */
export function toRejection(
  { type, secret }: SettingRow,
  origin: string,
  { shown, text }: { readonly shown: string; readonly text: string | undefined },
): UsageError {
  // A secret is not repeated, not even when it is wrong.
  const but = secret ? '' : `, not ${shown}`;
  const guess = text === undefined ? undefined : type.guess?.(text.trim());
  const hint = guess === undefined ? '' : ` (did you mean ${guess}?)`;
  return new UsageError(`${origin} must be ${type.expects}${but}${hint}.`);
}

/** Text in a sentence: on one line, and not longer than one reads. */
export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return JSON.stringify(short).replace(/[\x7f-\x9f\u2028\u2029]/g, '?');
}
