import { percentDecode } from '#http/syntax/percent.ts';
import { decodeTyped } from '../matching/charset.ts';
import { compileText, describeText, type TextCondition } from '../matching/text-condition.ts';
import type { JournalEntry, Pair, RecordedExchange, RecordedResponse } from '../recording/record.ts';
import { failureTitle } from '../views/failure-title.ts';
import { fieldOf } from '../views/request-url.ts';
import { compileRange, describeRange, type Range } from './range.ts';

/** What an entry can be, with the test of each. */
const STATES = {
  /** In progress. */
  pending: (entry) => entry.kind === 'exchange' && entry.ended === null,
  websocket: (entry) => entry.kind === 'exchange' && entry.webSocket !== null,
  /** The response is a stream of server-sent events. */
  sse: (entry) => typesOf(entry).includes('text/event-stream'),
  /** Repeats another exchange. */
  again: (entry) => entry.kind === 'exchange' && entry.replayOf !== null,
  /** A fault was applied, or there is no complete response, or no valid request. An unused connection is none. */
  fault: (entry) => faultsOf(entry).length > 0,
  unmatched: (entry) => entry.kind === 'exchange' && entry.unmatched,
  /** A browser has loaded a page of the server. */
  own: (entry) => entry.own,
  marked: (entry) => entry.kind === 'exchange' && entry.marked,
} as const satisfies Record<string, (entry: JournalEntry) => boolean>;

export type EntryState = keyof typeof STATES;

export const ENTRY_STATES = Object.keys(STATES).filter(isEntryState);

export function isEntryState(text: string): text is EntryState {
  return Object.hasOwn(STATES, text);
}

/** Conditions for an entry of the journal that are not for its request alone. */
export interface EntryConditions {
  /** How an exchange ended without a complete response, or the kind of an entry without a request. */
  readonly fault?: TextCondition;
  /** Whether the client disconnected before the end of the body. */
  readonly aborted?: boolean;
  /** A part of any text of the entry, in any case. */
  readonly text?: string;
  /** Number of the connection. */
  readonly connection_id?: number;
  /** Only entries with a greater id. */
  readonly since?: number;
  readonly status_range?: Range;
  /** Milliseconds to the end of the exchange. */
  readonly duration?: Range;
  /** Bytes of the body of the response. */
  readonly size?: Range;
  /** Bytes of the body of the request. */
  readonly sent?: Range;
  /** Media type of the request or of the response, without its parameters. */
  readonly type?: TextCondition;
  /** Address of the client, with or without its port. */
  readonly client?: TextCondition;
  readonly state?: EntryState;
  /** Milliseconds since the epoch. */
  readonly started?: Range;
  /** Seconds since midnight, in the time zone of the server. */
  readonly time_of_day?: Range;
}

/** The test of one condition. */
export interface EntryTest {
  /** The condition as it is written in a filter. */
  readonly name: string;
  test(entry: JournalEntry): boolean;
}

export function entryTests(match: EntryConditions): EntryTest[] {
  const { fault, aborted, text, connection_id: connection, since, type, client, state } = match;
  const tests: EntryTest[] = [];
  const addTexts = (
    name: string,
    condition: TextCondition | undefined,
    textsOf: (entry: JournalEntry) => readonly string[],
  ) => {
    if (condition === undefined) return;
    const test = compileText(condition);
    tests.push({
      name: `${name} ${describeText(condition, String)}`,
      test: (entry) => textsOf(entry).some((text) => test(text)),
    });
  };
  const addRange = (
    name: string,
    range: Range | undefined,
    numberOf: (entry: JournalEntry) => number | null,
  ) => {
    if (range === undefined) return;
    const test = compileRange(range);
    tests.push({ name: `${name} ${describeRange(range)}`, test: (entry) => test(numberOf(entry)) });
  };
  addTexts('fault', fault, faultsOf);
  if (aborted !== undefined)
    tests.push({
      name: `aborted ${aborted}`,
      test: (entry) => entry.kind === 'exchange' && entry.request.aborted === aborted,
    });
  addTexts('text', text === undefined ? undefined : { has: text, ignore_case: true }, textsOf);
  if (connection !== undefined)
    tests.push({ name: `connection ${connection}`, test: (entry) => entry.connection.id === connection });
  if (since !== undefined) tests.push({ name: `since ${since}`, test: (entry) => entry.id > since });
  addRange('status', match.status_range, (entry) => responseOf(entry)?.status || null);
  addRange('ms', match.duration, (entry) => (entry.kind === 'exchange' ? entry.ms.done : null));
  addRange('size', match.size, (entry) => responseOf(entry)?.body.length ?? null);
  addRange('sent', match.sent, (entry) => (entry.kind === 'exchange' ? entry.request.body.length : null));
  addTexts('type', type, typesOf);
  addTexts('client', client, clientsOf);
  if (state !== undefined) tests.push({ name: `is ${state}`, test: STATES[state] });
  addRange('started', match.started, (entry) => entry.startedAt);
  addRange('time of day', match.time_of_day, ({ startedAt }) => secondsOfDay(new Date(startedAt)));
  return tests;
}

function responseOf(entry: JournalEntry): RecordedExchange['response'] {
  return entry.kind === 'exchange' ? entry.response : null;
}

/** Seconds since midnight, in the time zone of the server. */
function secondsOfDay(time: Date): number {
  return (time.getHours() * 60 + time.getMinutes()) * 60 + time.getSeconds() + time.getMilliseconds() / 1000;
}

/** The media types of both messages, in lower case and without their parameters. */
export function typesOf(entry: JournalEntry): string[] {
  if (entry.kind !== 'exchange') return [];
  return [entry.request.headers, entry.response?.headers ?? []].flatMap((headers) => typeOf(headers) ?? []);
}

function typeOf(headers: readonly Pair[]): string | undefined {
  return fieldOf(headers, 'Content-Type')?.split(';')[0]?.trim().toLowerCase();
}

function clientsOf({ connection: { remote } }: JournalEntry): string[] {
  const address = remote.slice(0, remote.lastIndexOf(':'));
  return [remote, address, address.replace(/^\[|\]$/g, '')];
}

/** The fault that the server applied on purpose, and how an entry ended without a complete response. */
export function faultsOf(entry: JournalEntry): string[] {
  // Browsers, and checks whether a port is open, open connections that they do not use.
  if (entry.kind === 'no-request') return [];
  if (entry.kind !== 'exchange') return [entry.kind];
  const { response, ended } = entry;
  return [response?.fault ?? null, ended === 'answered' ? null : ended].filter((fault) => fault !== null);
}

/** The texts of an entry that a search finds. */
function textsOf(entry: JournalEntry): string[] {
  if (entry.kind !== 'exchange') {
    const { kind, code, message, raw } = entry;
    return [kind, failureTitle(entry), code ?? '', message ?? '', Buffer.from(raw).toString('latin1')];
  }
  const { request, response }: RecordedExchange = entry;
  return [
    `${request.method} ${request.target}`,
    percentDecode(request.target),
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    entry.note ?? '',
    textOfBody(request),
    ...(response === null ? [] : textsOfResponse(response)),
  ];
}

function textsOfResponse(response: RecordedResponse): string[] {
  const { status, reason, headers } = response;
  return [
    `${status} ${reason}`,
    textOfBody(response),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
}

/** In the charset of the message; empty for other bytes. */
function textOfBody({ headers, body }: Pick<RecordedResponse, 'headers' | 'body'>): string {
  return decodeTyped(body.kept, fieldOf(headers, 'Content-Type'), body.truncated) ?? '';
}
