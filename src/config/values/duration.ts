import { type TSchemaOptions, Type } from 'typebox';
import type { ValueType } from './value-types.ts';

interface DurationOptions extends TSchemaOptions {
  readonly description: string;
  readonly default?: string;
  /** What a valid value is, after "must be" in messages of the library. */
  readonly expects?: string;
}

/** A duration in the input of an operation: a number of seconds, or text with units. */
export const Duration = (options: DurationOptions) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.String({ maxLength: 40 })], options);

/** The milliseconds of a duration; undefined for one that is invalid or longer than the maximum. */
export function parseMilliseconds(
  value: number | string,
  type: ValueType<number>,
  maximum = Number.POSITIVE_INFINITY,
): number | undefined {
  const time = type.read(typeof value === 'number' ? `${Math.round(value * 1000)}ms` : value);
  return time !== undefined && time <= maximum ? time : undefined;
}
