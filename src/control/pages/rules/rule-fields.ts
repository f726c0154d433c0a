import { buildRespond, type Pair, parseField, parseRespond } from '#testing/builder/response/respond.ts';

/** The texts of the fields of a rule, by name. Those of its response are directives. */
export interface RuleFields {
  readonly texts: Readonly<Record<string, string>>;
  readonly response: readonly Pair[];
  /** Members of the rule that have no field. */
  readonly others: Readonly<Record<string, unknown>>;
}

type Members = Readonly<Record<string, unknown>>;

/** The effects that the form offers as `other`. */
const FLAGS = ['drop', 'pass', 'rate_limit', 'suspended', 'lockout'] as const;

/** The members that fields have. */
const COVERED: ReadonlySet<string> = new Set([
  'match',
  'bin',
  'respond',
  'error',
  'fault',
  'delay',
  'dribble',
  'count',
  'probability',
  'toxicity',
  ...FLAGS,
]);

/** The values of members that a listed rule has by default. */
const DEFAULTS: Members = { priority: 0, enabled: true, required: false };

/** The rule that the fields describe. */
export function buildRule({ texts, response, others }: RuleFields): Members {
  const text = (name: string) => (texts[name] ?? '').trim();
  const match = ['method', 'path'].flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]));
  const effect = text('effect') === 'other' ? text('other') : text('effect');
  return {
    match: {
      ...Object.fromEntries(match),
      ...buildHeaderMatch(text('match_header')),
      ...(text('login') !== '' && { caller: { login: text('login') } }),
    },
    [effect]: effect === 'respond' ? buildRespond(response) : buildEffect(effect, text),
    ...(text('bin') !== '' && { bin: text('bin') }),
    ...buildTimes(effect, text),
    ...others,
  };
}

/** The reverse of `buildRule`. @returns undefined for a rule that has more than the fields can show */
export function readRule(rule: Members): RuleFields | undefined {
  const others = Object.fromEntries(
    Object.entries(rule).filter(([name, value]) => !COVERED.has(name) && DEFAULTS[name] !== value),
  );
  const covered = Object.fromEntries(Object.entries(rule).filter(([name]) => COVERED.has(name)));
  const response = parseRespond(rule.respond ?? {});
  if (!response) return undefined;
  const fields = { texts: readTexts(covered), response, others };
  return isSame(buildRule(fields), { ...covered, ...others }) ? fields : undefined;
}

/** Whether the rule has no condition, and no bin. */
export function appliesToAll(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return false;
  const { bin = null, match = {} }: { bin?: unknown; match?: unknown } = rule;
  return bin === null && typeof match === 'object' && match !== null && Object.keys(match).length === 0;
}

function readTexts(rule: Members): Record<string, string> {
  const { match = {}, bin, error, fault, delay, dribble, count, probability = 1, toxicity = 1 } = rule;
  const { method, path, headers, caller } = Object(match);
  const [header] = Object.entries(Object(headers));
  const flag = FLAGS.find((name) => rule[name] === true);
  const named = ['respond', 'error', 'delay', 'fault', 'dribble'].find((name) => rule[name] !== undefined);
  const [start, end] = String(delay ?? '').split('..');
  const [chunks = '', seconds = ''] = String(dribble ?? '').split(',');
  const { status, message, retry_after } = Object(error);
  const isOnce = named !== 'respond' && flag !== 'pass' && count === undefined;
  const times = Number(probability) < 1 ? 'share' : Number(toxicity) < 1 ? 'connections' : 'next';
  return {
    method: textOf(method),
    path: textOf(path),
    match_header: header === undefined ? '' : formatHeaderMatch(header),
    bin: textOf(bin),
    login: textOf(Object(caller).login),
    effect: flag === undefined ? (named ?? 'respond') : 'other',
    ...(flag !== undefined && { other: flag }),
    ...(error !== undefined && {
      error_status: textOf(status),
      message: textOf(message),
      retry_after: textOf(retry_after),
    }),
    ...(fault !== undefined && { fault: textOf(fault) }),
    ...(delay !== undefined && {
      delay: start ?? '',
      spread: end === undefined ? '' : String(Number((Number(end) - Number(start)).toFixed(6))),
    }),
    ...(dribble !== undefined && { chunks, dribble_time: seconds }),
    times: times === 'next' && !isOnce && (count ?? 0) === 0 ? 'all' : times,
    count: count === undefined || count === 0 ? '1' : textOf(count),
    probability: String(Number((Number(probability) * 100).toFixed(4))),
    toxicity: String(Number((Number(toxicity) * 100).toFixed(4))),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function formatHeaderMatch([name, value]: [string, unknown]): string {
  return typeof value === 'string' ? `${name}: ${value}` : name;
}

/** The condition for a header, from its name or from its name and value. */
function buildHeaderMatch(text: string): object {
  if (text === '') return {};
  const [name, value] = parseField(text);
  return { headers: { [name]: text.includes(':') ? value : { like: '*' } } };
}

function buildEffect(effect: string, text: (name: string) => string): unknown {
  if (effect === 'error')
    return {
      status: Number(text('error_status')),
      ...(text('message') !== '' && { message: text('message') }),
      ...(text('retry_after') !== '' && { retry_after: Number(text('retry_after')) }),
    };
  if (effect === 'fault') return text(effect);
  if (effect === 'dribble') return `${text('chunks')},${text('dribble_time')}`;
  return effect === 'delay' ? buildDelay(text('delay'), Number(text('spread'))) : true;
}

/** A time, or a range of times. */
function buildDelay(seconds: string, spread: number): number | string {
  const isNumber = /^\d+(?:\.\d+)?$/.test(seconds);
  if (!isNumber) return seconds;
  const start = Number(seconds);
  return spread > 0 ? `${start}..${Number((start + spread).toFixed(6))}` : start;
}

/** To how many requests the rule applies. */
function buildTimes(effect: string, text: (name: string) => string): object {
  const times = text('times');
  // Rules with another effect apply once unless they say otherwise.
  const all = hasNoLimit(effect) ? {} : { count: 0 };
  if (times === 'next') {
    const count = Number(text('count'));
    return count === 1 && !hasNoLimit(effect) ? {} : { count };
  }
  if (times === 'share') return { ...all, probability: percentOf(text('probability')) };
  if (times === 'connections') return { ...all, toxicity: percentOf(text('toxicity')) };
  return all;
}

function hasNoLimit(effect: string): boolean {
  return effect === 'respond' || effect === 'pass';
}

function percentOf(text: string): number {
  return Number((Number(text) / 100).toFixed(6));
}

function isSame(one: Members, other: Members): boolean {
  return normalize(one) === normalize(other);
}

/** As text, with the defaults of the members, in one order. */
function normalize(rule: Members): string {
  const limit = rule.respond !== undefined || rule.pass !== undefined ? 0 : 1;
  const complete = { match: {}, count: limit, probability: 1, toxicity: 1, ...DEFAULTS, ...rule };
  return JSON.stringify(sort(complete));
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, inner]) => [name, sort(inner)]));
}
