import {
  type CreateError,
  isPresetName,
  parseSchedule,
  selectPreset,
} from '#accounts/domain/lifecycle/parse-schedule.ts';
import type { Schedule } from '#accounts/domain/lifecycle/schedule.ts';
import { ScheduleData } from '#accounts/domain/lifecycle/schedule-data.ts';
import { presetNames } from '#accounts/domain/lifecycle/schedule-presets.ts';
import { checkAgainst, formatMemberName, type PlaceOf } from '#config/check.ts';
import { type FileDocument, readDocument } from '#config/document.ts';
import { quote, UsageError } from '#config/usage-error.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';

/**
 * The schedule of a preset, or of a YAML or JSON file. `origin` is the setting that names it, such as `--lifecycle`.
 * @throws UsageError when there is neither, or the file is invalid.
 */
export async function readSchedule(input: string, origin: string): Promise<Schedule> {
  if (isPresetName(input)) return selectPreset(input);
  // Text that is not a path is taken for a misspelt preset.
  if (/^[\w-]+$/.test(input)) {
    throw new UsageError(
      `${origin} must be ${presetNames.join(', ')} or the path of a file, not ${quote(input)}${didYouMean(input, presetNames)}.`,
    );
  }
  return parseDocumentSchedule(await readDocument(input, origin));
}

/** @throws UsageError with the line. */
export function parseDocumentSchedule({ value, placeOf }: FileDocument): Schedule {
  return checkSchedule(value ?? {}, (path) => `${placeOf(path)}: ${formatMemberName(path) || 'the file'}`);
}

/** @param input the name of a preset, or an object with phases. @throws UsageError for anything else. */
export function parseGivenSchedule(input: unknown): Schedule {
  if (typeof input === 'string' && isPresetName(input)) return selectPreset(input);
  if (typeof input === 'string') {
    throw new UsageError(
      `The lifecycle must be ${presetNames.join(', ')} or an object with phases, not ${quote(input)}${didYouMean(input, presetNames)}.`,
    );
  }
  return checkSchedule(input, (path) => formatMemberName(path) || 'The lifecycle');
}

function checkSchedule(data: unknown, placeOf: PlaceOf): Schedule {
  const invalid: CreateError = (path, sentence) => new UsageError(`${placeOf(path)} ${sentence}.`);
  return parseSchedule(checkAgainst(ScheduleData, data, placeOf), invalid);
}
