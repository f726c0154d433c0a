import { InputError } from '#http/message/input-error.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { ENTRY_STATES, isEntryState } from './entry-conditions.ts';
import { type EntryMatch, STATUS_CLASSES } from './exchange-match.ts';
import { parseRange, type Range } from './range.ts';

/**
 * The match of each condition of a filter. A pattern in which `*` is any number of characters can replace each name and
 * value. Each function throws an InputError for an invalid value.
 */
const CONDITIONS: Readonly<Record<ConditionName, (value: string) => EntryMatch>> = {
  method: (pattern) => ({ method: { like: pattern, ignore_case: true } }),
  path(pattern) {
    if (pattern.includes('?'))
      throw new InputError(
        'path',
        `must not have a query; the condition that compares it is target:${pattern}, and %3F is a question mark in a path`,
      );
    return { path: { like: pattern } };
  },
  /** The path with the query, as received. */
  target: (pattern) => ({ target: { like: pattern } }),
  host: (pattern) => ({ host: { like: pattern, ignore_case: true } }),
  query: (text) => ({ query: parseNamed('query', text, PARAMETER, '=') }),
  status(text) {
    const name = STATUS_CLASSES.find((each) => each === text.toLowerCase());
    if (name) return { status: name };
    if (isStatus(text)) return { status: Number(text) };
    return {
      status_range: parseConditionRange(
        'status',
        text,
        (text) => (isStatus(text) ? Number(text) : undefined),
        ['a status such as 404', 'a range such as >=400', 'a class such as 5xx'],
      ),
    };
  },
  header: (text) => ({ headers: parseNamed('header', text, FIELD, ':') }),
  body: (text) => ({ body: { contains: text } }),
  text: (text) => ({ text }),
  bin: (pattern) => ({ bin: { like: pattern } }),
  fault: (pattern) => ({ fault: { like: pattern } }),
  /** Keys of labs, such as `sequence/a1`. */
  lab: (pattern) => ({ lab: { like: pattern } }),
  /** IDs of rules, alone or behind their bin. */
  rule: (pattern) => ({ rule: { like: pattern } }),
  unmatched: (text) => ({ unmatched: parseBoolean('unmatched', text) }),
  aborted: (text) => ({ aborted: parseBoolean('aborted', text) }),
  endpoint: (pattern) => ({ endpoint: { like: pattern } }),
  protocol: (pattern) => ({ protocol: { like: pattern, ignore_case: true } }),
  connection: (text) => ({ connection_id: parseInteger('connection', text, 'the number of a connection') }),
  since: (text) => ({ since: parseInteger('since', text, 'the id of an entry') }),
  /** A part of a media type, such as `json`, or a pattern for all of it. */
  type: (text) => ({ type: { [text.includes('*') ? 'like' : 'has']: text.toLowerCase() } }),
  client: (pattern) => ({ client: { like: pattern } }),
  is(text) {
    if (isEntryState(text)) return { state: text };
    throw new InputError('is', `must be one of ${ENTRY_STATES.join(', ')}${didYouMean(text, ENTRY_STATES)}`);
  },
  ms: (text) => ({
    duration: parseConditionRange('ms', text, parseNumber, [
      'milliseconds such as 500',
      'a range such as >500',
    ]),
  }),
  /** The size of the body of the response. */
  size: (text) => ({ size: parseConditionRange('size', text, parseBytes, SIZES) }),
  /** The size of the body of the request. */
  sent: (text) => ({ sent: parseConditionRange('sent', text, parseBytes, SIZES) }),
  after: (text) => parseTime('after', text, (minimum) => ({ minimum })),
  before: (text) => parseTime('before', text, (exclusiveMaximum) => ({ exclusiveMaximum })),
};

const NAMES = [
  'method',
  'path',
  'target',
  'host',
  'query',
  'status',
  'header',
  'body',
  'text',
  'bin',
  'fault',
  'lab',
  'rule',
  'unmatched',
  'aborted',
  'endpoint',
  'protocol',
  'connection',
  'since',
  'type',
  'client',
  'is',
  'ms',
  'size',
  'sent',
  'after',
  'before',
] as const;

export type ConditionName = (typeof NAMES)[number];

export const CONDITION_NAMES: readonly string[] = NAMES;

export function isConditionName(name: string): name is ConditionName {
  return CONDITION_NAMES.includes(name);
}

/** @throws InputError */
export function parseCondition(name: ConditionName, value: string): EntryMatch {
  return CONDITIONS[name](value);
}

/**
 * `NAME`, or a name and a pattern for its value.
 * @throws InputError
 */
function parseNamed(
  member: string,
  text: string,
  form: RegExp,
  separator: string,
): Record<string, { readonly like: string }> {
  const [, name, pattern = '*'] = form.exec(text) ?? [];
  if (name === undefined) throw new InputError(member, `must be NAME or NAME${separator}VALUE`);
  return { [name]: { like: pattern } };
}

const PARAMETER = /^([^=]+)(?:= *(.*))?$/s;
const FIELD = /^([^:=]+)(?:[:=] *(.*))?$/s;

/** @throws InputError */
function parseConditionRange(
  name: string,
  text: string,
  toValue: (text: string) => number | undefined,
  forms: readonly string[],
): Range {
  const range = parseRange(text, toValue);
  if (range) return range;
  throw new InputError(name, `must be ${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}`);
}

function isStatus(text: string): boolean {
  return /^[1-9]\d\d$/.test(text);
}

function parseNumber(text: string): number | undefined {
  return /^\d{1,12}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;
}

const SIZES = ['bytes such as 100', 'a range such as >1k', 'one with the unit M'];

/** Bytes, or a multiple of 1024 or of its square. */
function parseBytes(text: string): number | undefined {
  const unit = text.slice(-1).toLowerCase();
  const factor = unit === 'k' ? 1024 : unit === 'm' ? 1024 ** 2 : 1;
  const number = parseNumber(factor === 1 ? text : text.slice(0, -1));
  return number === undefined ? undefined : number * factor;
}

/**
 * A time of day, or a time.
 * @throws InputError
 */
function parseTime(name: string, text: string, toRange: (value: number) => Range): EntryMatch {
  const [, hours, minutes, seconds = 0] = /^(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,3})?))?$/.exec(text) ?? [];
  if (Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60)
    return { time_of_day: toRange((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) };
  // A date alone would be in UTC, a time without a zone is in that of the server.
  const time = /^\d{4}-\d\d-\d\d/.test(text)
    ? Date.parse(text.length === 10 ? `${text}T00:00` : text)
    : Number.NaN;
  if (Number.isNaN(time))
    throw new InputError(
      name,
      'must be a time of day such as 14:00, or a time such as 2026-11-21T14:00 or 2026-11-21T14:00:00Z',
    );
  return { started: toRange(time) };
}

/** @throws InputError */
function parseBoolean(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InputError(name, 'must be true or false');
  return text === 'true';
}

/** @throws InputError */
function parseInteger(name: string, text: string, description: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InputError(name, `must be ${description}`);
  return Number(text);
}
