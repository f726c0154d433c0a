import { closestMatch } from '#http/syntax/closest-match.ts';
import { parseDuration } from '#http/syntax/duration.ts';
import { parsePathPrefix } from '#http/syntax/path-prefix.ts';
import { stripEnd } from '#http/syntax/text.ts';
import { parseTimestamp, timestampExpectation } from '#http/syntax/timestamp.ts';

/** Parses the text of a setting, from a flag, a variable or a file, and formats its value. */
export interface ValueType<Value> {
  /** Describes a valid value, after "must be". */
  readonly expects: string;
  readonly placeholder: string;
  readonly kind: 'single' | 'list' | 'switch';
  /** The TypeScript type of the option of the library. */
  readonly optionType: string;
  /** Undefined for invalid text. */
  read(text: string): Value | undefined;
  write(value: Value): string;
  /** The most similar valid value for invalid text. */
  closest?(text: string): string | undefined;
  /** The text that an empty list and the flag `--no-…` stand for, other than of a switch. */
  readonly off?: string;
}

const identity = (text: string) => text;

/** Non-empty text that matches the pattern. */
export function text(placeholder: string, expects: string, pattern = /./s): ValueType<string> {
  return {
    expects,
    placeholder,
    kind: 'single',
    optionType: 'string',
    read: (input) => (pattern.test(input) && !input.includes('\0') ? input : undefined),
    write: identity,
  };
}

export function integer(placeholder: string, minimum: number, maximum: number): ValueType<number> {
  return {
    expects: `a whole number from ${minimum} to ${maximum}`,
    placeholder,
    kind: 'single',
    optionType: 'number',
    read: (input) => (/^\d{1,15}$/.test(input) ? within(Number(input), minimum, maximum) : undefined),
    write: String,
  };
}

/** A number of processes, or `auto` for one on each core. */
export const processes: ValueType<number | 'auto'> = {
  expects: 'auto, or a whole number from 1 to 256',
  placeholder: 'COUNT',
  kind: 'single',
  optionType: "number | 'auto'",
  read(input) {
    if (input.toLowerCase() === 'auto') return 'auto';
    return /^\d{1,3}$/.test(input) ? within(Number(input), 1, 256) : undefined;
  },
  write: String,
};

export function choice<const Value extends string>(
  placeholder: string,
  values: readonly Value[],
): ValueType<Value> {
  return {
    expects: `one of ${values.join(', ')}`,
    placeholder,
    kind: 'single',
    optionType: values.map((value) => `'${value}'`).join(' | '),
    read: (input) => values.find((value) => value === input.toLowerCase()),
    write: identity,
    closest: (input) => closestMatch(input, values),
  };
}

export const toggle: ValueType<boolean> = {
  expects: 'true or false',
  placeholder: '',
  kind: 'switch',
  optionType: 'boolean',
  read: (input) => ON_AND_OFF.get(input.toLowerCase()),
  write: String,
};

const ON_AND_OFF: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** Bytes: `1048576`, `64k`, `1m`. Units are powers of 1024. */
function sizeUpTo(maximum: number): ValueType<number> {
  return {
    expects: `a number of bytes up to ${writeSize(maximum)}, such as 1048576, 64k or 1m`,
    placeholder: 'SIZE',
    kind: 'single',
    optionType: 'number | string',
    read(input) {
      const [, digits, unit] = /^(\d{1,12})(?: ?(k|m|g)(?:i?b)?| ?b)?$/i.exec(input) ?? [];
      if (digits === undefined) return undefined;
      return within(Number(digits) * (SIZES[unit?.toLowerCase() ?? ''] ?? 1), 0, maximum);
    },
    write: writeSize,
  };
}

function writeSize(value: number): string {
  const unit = Object.entries(SIZES).find(([, bytes]) => value > 0 && value % bytes === 0);
  return unit ? `${value / unit[1]}${unit[0]}` : String(value);
}

const SIZES: Readonly<Record<string, number>> = { g: 1024 ** 3, m: 1024 ** 2, k: 1024 };

/** For a part of a body. */
export const smallSize = sizeUpTo(1024 ** 2);

/** For data in memory. */
export const size = sizeUpTo(256 * 1024 ** 2);

/** For streamed data. */
export const largeSize = sizeUpTo(64 * 1024 ** 3);

/** Milliseconds, parsed from seconds such as `10` or `1.5`, or with units: `10s`, `500ms`, `1m30s`. */
function durationUpTo(maximum: number, description: string, minimum = 0): ValueType<number> {
  return {
    expects: `a number of seconds ${minimum > 0 ? 'above 0, ' : ''}up to ${description}, such as 10, 10s, 500ms or 1m30s`,
    placeholder: 'SECONDS',
    kind: 'single',
    optionType: 'number | string',
    read(input) {
      const length = parseDuration(input.toLowerCase(), DURATIONS);
      return length === undefined ? undefined : within(Math.round(length), minimum, maximum);
    },
    write(value) {
      const [unit, length] = Object.entries(DURATIONS).find(([, each]) => value % each === 0) ?? ['ms', 1];
      return value === 0 ? '0' : `${value / length}${unit}`;
    },
  };
}

const DURATIONS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
};

/** For timers: up to the maximum of Node's timers. */
export const duration = durationUpTo(2 ** 31 - 1, '24 days');

/** For operations that end with an error after this time. */
export const timeLimit = durationUpTo(3_600_000, 'an hour', 1);

/** For the server's clock, without a timer. */
export const longDuration = durationUpTo(100 * 365 * 86_400_000, '100 years');

/** Milliseconds since the epoch, parsed from a timestamp. */
export const timestamp: ValueType<number> = {
  expects: timestampExpectation,
  placeholder: 'TIME',
  kind: 'single',
  optionType: 'number | string | Date',
  read: parseTimestamp,
  write: (value) => new Date(value).toISOString(),
};

/** The base of URLs, without a final slash. */
export const baseUrl: ValueType<string> = {
  expects: 'a URL that begins with http:// or https://, without query and fragment',
  placeholder: 'URL',
  kind: 'single',
  optionType: 'string',
  read(input) {
    const url = URL.parse(input);
    if (!url || !/^https?:$/.test(url.protocol) || /[?#\s]/.test(input) || url.username || url.password)
      return undefined;
    return stripEnd(url.href, '/');
  },
  write: identity,
};

/** A path without a final slash; empty for `/`. */
export const pathPrefix: ValueType<string> = {
  expects: 'a path such as /httpbin, of letters, digits and -._~',
  placeholder: 'PATH',
  kind: 'single',
  optionType: 'string',
  read: parsePathPrefix,
  write: (value) => (value === '' ? '/' : value),
};

function within(value: number, minimum: number, maximum: number): number | undefined {
  return value >= minimum && value <= maximum ? value : undefined;
}
