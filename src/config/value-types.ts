import { isIP } from 'node:net';
import { parseNetwork } from '../http/address.ts';
import { withoutBrackets } from '../http/authority.ts';
import { closestMatch } from '../http/closest-match.ts';
import { parseDuration } from '../http/duration.ts';
import { stripEnd } from '../http/text.ts';
import { parseTimestamp, timestampExpectation } from '../http/timestamp.ts';

/** How the value of a setting is read from text, whether typed, in a variable or in a file, and written back. */
export interface ValueType<Value> {
  /** What a value must be, as it reads after "must be". */
  readonly expects: string;
  readonly placeholder: string;
  readonly kind: 'single' | 'list' | 'switch';
  /** The TypeScript type of the library's option. */
  readonly optionType: string;
  /** Undefined when the text is not such a value. */
  read(text: string): Value | undefined;
  write(value: Value): string;
  /** The value that was probably meant by a text that `read` does not take. */
  guess?(text: string): string | undefined;
}

const identity = (text: string) => text;

/** Any text but an empty one that `pattern`, where given, lets through. */
export function text(placeholder: string, expects: string, pattern = /./s): ValueType<string> {
  return {
    expects,
    placeholder,
    kind: 'single',
    optionType: 'string',
    read: (given) => (pattern.test(given) && !given.includes('\0') ? given : undefined),
    write: identity,
  };
}

export function integer(placeholder: string, minimum: number, maximum: number): ValueType<number> {
  return {
    expects: `a whole number from ${minimum} to ${maximum}`,
    placeholder,
    kind: 'single',
    optionType: 'number',
    read: (given) => (/^\d{1,15}$/.test(given) ? within(Number(given), minimum, maximum) : undefined),
    write: String,
  };
}

export function choice<const Value extends string>(
  placeholder: string,
  values: readonly Value[],
): ValueType<Value> {
  return {
    expects: `one of ${values.join(', ')}`,
    placeholder,
    kind: 'single',
    optionType: values.map((value) => `'${value}'`).join(' | '),
    read: (given) => values.find((value) => value === given.toLowerCase()),
    write: identity,
    guess: (given) => closestMatch(given, values),
  };
}

export const toggle: ValueType<boolean> = {
  expects: 'true or false',
  placeholder: '',
  kind: 'switch',
  optionType: 'boolean',
  read: (given) => ON_AND_OFF.get(given.toLowerCase()),
  write: String,
};

const ON_AND_OFF: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** Bytes: `1048576`, `64k`, `1m`. Units are powers of 1024. */
function sizeUpTo(most: number): ValueType<number> {
  return {
    expects: `a number of bytes up to ${writeSize(most)}, such as 1048576, 64k or 1m`,
    placeholder: 'SIZE',
    kind: 'single',
    optionType: 'number | string',
    read(given) {
      const [, digits, unit] = /^(\d{1,12})(?: ?(k|m|g)(?:i?b)?| ?b)?$/i.exec(given) ?? [];
      if (digits === undefined) return undefined;
      return within(Number(digits) * (SIZES[unit?.toLowerCase() ?? ''] ?? 1), 0, most);
    },
    write: writeSize,
  };
}

function writeSize(value: number): string {
  const unit = Object.entries(SIZES).find(([, bytes]) => value > 0 && value % bytes === 0);
  return unit ? `${value / unit[1]}${unit[0]}` : String(value);
}

const SIZES: Readonly<Record<string, number>> = { g: 1024 ** 3, m: 1024 ** 2, k: 1024 };

/** Of what is held in memory. */
export const size = sizeUpTo(256 * 1024 ** 2);

/** Of what passes through and is never held. */
export const largeSize = sizeUpTo(64 * 1024 ** 3);

/** Milliseconds, read from seconds: `10`, `1.5`; or with units: `10s`, `500ms`, `1m30s`. */
function durationUpTo(most: number, inWords: string): ValueType<number> {
  return {
    expects: `a number of seconds up to ${inWords}, such as 10, 10s, 500ms or 1m30s`,
    placeholder: 'SECONDS',
    kind: 'single',
    optionType: 'number | string',
    read(given) {
      const length = parseDuration(given.toLowerCase(), DURATIONS);
      return length === undefined ? undefined : within(Math.round(length), 0, most);
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

/** Of what is waited for: the longest that Node's timers count. */
export const duration = durationUpTo(2 ** 31 - 1, '24 days');

/** Of what passes on a clock, and is not waited for. */
export const longDuration = durationUpTo(100 * 365 * 86_400_000, '100 years');

/** Milliseconds since the epoch, read from a day or a moment. */
export const moment: ValueType<number> = {
  expects: timestampExpectation,
  placeholder: 'TIME',
  kind: 'single',
  optionType: 'number | string | Date',
  read: parseTimestamp,
  write: (value) => new Date(value).toISOString(),
};

/** The beginning of URLs, without a slash at its end. */
export const baseUrl: ValueType<string> = {
  expects: 'a URL that begins with http:// or https://, without query and fragment',
  placeholder: 'URL',
  kind: 'single',
  optionType: 'string',
  read(given) {
    const url = URL.parse(given);
    if (!url || !/^https?:$/.test(url.protocol) || /[?#\s]/.test(given) || url.username || url.password)
      return undefined;
    return stripEnd(url.href, '/');
  },
  write: identity,
};

/** IP addresses and networks such as `10.0.0.0/8`, with commas between. */
export const networks: ValueType<readonly string[]> = {
  expects: 'IP addresses or networks such as 192.0.2.1 or 10.0.0.0/8, with commas between them',
  placeholder: 'ADDRESS',
  kind: 'list',
  optionType: 'readonly string[]',
  read(given) {
    const items = given.split(',').map((item) => item.trim());
    return items.every((item) => parseNetwork(item) !== undefined) ? items : undefined;
  },
  write: (value) => value.join(','),
};

/** Host names, with commas between; kept as a URL parser writes them, so without capitals and in ASCII. */
export const domains: ValueType<readonly string[]> = {
  expects: 'host names such as example.com, without a port and with commas between them',
  placeholder: 'DOMAIN',
  kind: 'list',
  optionType: 'readonly string[]',
  read(given) {
    const items = given.split(',').map((item) => toDomain(item.trim()));
    return items.every((item) => item !== undefined) ? items : undefined;
  },
  write: (value) => value.join(','),
};

/** Hosts that clients may call, in lower case: names, addresses, `*.example.com` for the names below, `*` for any. */
export const hosts: ValueType<readonly string[]> = {
  expects:
    'host names or addresses such as api.example or *.example, without a port and with commas between them',
  placeholder: 'HOST',
  kind: 'list',
  optionType: 'readonly string[]',
  read(given) {
    const items = given.split(',').map((item) => toHostPattern(item.trim()));
    return items.every((item) => item !== undefined) ? items : undefined;
  },
  write: (value) => value.join(','),
};

function toHostPattern(text: string): string | undefined {
  if (text === '*') return text;
  const [, wildcard = '', name = ''] = /^(\*\.)?(.*)$/s.exec(text) ?? [];
  if (name.includes('*')) return undefined;
  const hostname = toDomain(isIP(name) === 6 ? `[${name}]` : name);
  const host = hostname && withoutBrackets(hostname).replace(/\.$/, '');
  return host && !/^\.|\.\.|\.$/.test(host) ? `${wildcard}${host}` : undefined;
}

function toDomain(text: string): string | undefined {
  if (/[\s/\\?#@%]|:\d*$/.test(text.replace(/^\[.*\]$/, ''))) return undefined;
  return URL.parse(`http://${text}/`)?.hostname;
}

function within(value: number, minimum: number, maximum: number): number | undefined {
  return value >= minimum && value <= maximum ? value : undefined;
}
