import { isSameName } from '../http/fields.ts';
import { InputError } from '../http/input-error.ts';
import { percentDecode } from '../http/percent.ts';
import { bodyText } from './body-content.ts';
import type { JournalEntry, RecordedExchange } from './record.ts';
import { pathOf } from './request-url.ts';
import { compileStars } from './text-match.ts';

/** Whether an entry is shown. */
export type Filter = (entry: JournalEntry) => boolean;

/**
 * The conditions of a filter by name. A pattern in which `*` is any number of characters can replace each name and value.
 * Each function throws a InputError for an invalid value.
 */
export const CONDITIONS = {
  method: (pattern) => {
    const matches = compileStars(pattern.toUpperCase());
    return ofExchange(({ request }) => matches(request.method.toUpperCase()));
  },
  path: (pattern) => {
    const matches = compileStars(pattern);
    return ofExchange((exchange) => matches(pathOf(exchange)) || matches(percentDecode(pathOf(exchange))));
  },
  status: (text) => {
    if (!/^(?:[1-9]\d\d|[1-9]xx)$/i.test(text))
      throw new InputError('status', 'must be a status such as 404, or a class such as 5xx');
    const pattern = text.toLowerCase();
    const matches = compileStars(pattern.replace('xx', '*'));
    return ofExchange(({ response }) => response !== null && matches(String(response.status)));
  },
  header(text) {
    const [, name = '', hasValue, value = ''] = /^([^:=]+)([:=] *)?(.*)$/s.exec(text) ?? [];
    if (name === '') throw new InputError('header', 'must be NAME or NAME:VALUE');
    const matches = compileStars(hasValue === undefined ? '*' : value);
    return ofExchange(({ request }) =>
      request.headers.some(([other, value]) => isSameName(other, name) && matches(value)),
    );
  },
  body: (text) => {
    const bytes = Buffer.from(text);
    return ofExchange(({ request }) => Buffer.from(request.body.kept).includes(bytes));
  },
  text: (text) => {
    const searched = text.toLowerCase();
    return (entry) => textsOf(entry).some((other) => other.toLowerCase().includes(searched));
  },
  bin: (pattern) => {
    const matches = compileStars(pattern);
    return ofExchange(({ bin }) => bin !== null && matches(bin));
  },
  fault: (pattern) => {
    const matches = compileStars(pattern);
    return (entry) => faultsOf(entry).some(matches);
  },
  /** Keys of labs, such as `sequence/a1`. */
  lab: (pattern) => {
    const matches = compileStars(pattern);
    return ofExchange(({ lab }) => lab !== null && matches(`${lab.name}/${lab.key}`));
  },
  aborted: (text) => {
    if (text !== 'true' && text !== 'false') throw new InputError('aborted', 'must be true or false');
    return ofExchange(({ request }) => request.aborted === (text === 'true'));
  },
  endpoint: (pattern) => {
    const matches = compileStars(pattern);
    return ofExchange(({ endpoint }) => endpoint !== null && matches(endpoint));
  },
  protocol: (pattern) => {
    const matches = compileStars(pattern.toUpperCase());
    return ofExchange(({ connection }) => matches(connection.protocol));
  },
  connection: (text) => {
    if (!/^\d{1,15}$/.test(text)) throw new InputError('connection', 'must be the number of a connection');
    return ({ connection }) => connection.id === Number(text);
  },
  since: (text) => {
    if (!/^\d{1,15}$/.test(text)) throw new InputError('since', 'must be the id of an entry');
    return ({ id }) => id > Number(text);
  },
} as const satisfies Record<string, (value: string) => Filter>;

export type ConditionName = keyof typeof CONDITIONS;

export function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(CONDITIONS, name);
}

function ofExchange(test: (exchange: RecordedExchange) => boolean): Filter {
  return (entry) => entry.kind === 'exchange' && test(entry);
}

/** The fault that the server applied on purpose, and how an entry ended without a complete response. */
function faultsOf(entry: JournalEntry): string[] {
  if (entry.kind !== 'exchange') return [entry.kind];
  const { response, ended } = entry;
  return [response?.fault ?? null, ended === 'answered' ? null : ended].filter((fault) => fault !== null);
}

/** The texts of an entry that a search finds. */
function textsOf(entry: JournalEntry): string[] {
  if (entry.kind !== 'exchange') {
    return [entry.kind, entry.code ?? '', Buffer.from(entry.raw).toString('latin1')];
  }
  const { request, response } = entry;
  return [
    `${request.method} ${request.target}`,
    percentDecode(request.target),
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    bodyText(request.body) ?? '',
    ...(response === null ? [] : [`${response.status} ${response.reason}`, bodyText(response.body) ?? '']),
    ...(response?.headers ?? []).map(([name, value]) => `${name}: ${value}`),
  ];
}
