import { percentDecode } from '../../http/syntax/percent.ts';
import { bodyText } from '../../matching/body-content.ts';
import { compile } from '../../matching/compiled-match.ts';
import { type Condition, plainCondition } from '../../matching/condition.ts';
import { compileText, type TextCondition } from '../../matching/text-condition.ts';
import type { JournalEntry, RecordedExchange } from '../recording/record.ts';
import { RecordedView } from '../views/recorded-view.ts';
import { type ExchangeMatch, exchangeConditions } from './exchange-match.ts';

/** Conditions for entries of the journal: those for exchanges, and those that every kind of entry can meet. */
export interface EntryMatch extends ExchangeMatch {
  not?: EntryMatch;
  any_of?: readonly EntryMatch[];
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
}

/** Whether an entry is shown. */
export type Filter = (entry: JournalEntry) => boolean;

/** Compiles the matches, all of which an entry must meet. */
export function compileFilter(match: EntryMatch): Filter {
  const { test } = compile<Subject, EntryMatch>(match, entryConditions);
  return (entry) => test({ entry, view: entry.kind === 'exchange' ? new RecordedView(entry) : undefined });
}

/** An entry, with its request if it has one. */
interface Subject {
  readonly entry: JournalEntry;
  readonly view: RecordedView | undefined;
}

/** Conditions of a filter, which has no near misses: only their tests are used. */
function entryConditions(match: EntryMatch): Condition<Subject>[] {
  return entryTests(match).map((test) => plainCondition('entry', test, false));
}

function entryTests(match: EntryMatch): ((subject: Subject) => boolean)[] {
  const { fault, aborted, text, connection_id: connection, since } = match;
  // No entry without a request meets a condition for exchanges.
  const tests = exchangeConditions(match).map(
    (condition) =>
      ({ view }: Subject) =>
        view !== undefined && condition.test(view),
  );
  if (fault !== undefined) {
    const test = compileText(fault);
    tests.push(({ entry }) => faultsOf(entry).some(test));
  }
  if (aborted !== undefined) tests.push(({ view }) => view?.exchange.request.aborted === aborted);
  if (text !== undefined) {
    const test = compileText({ has: text, ignore_case: true });
    tests.push(({ entry }) => textsOf(entry).some(test));
  }
  if (connection !== undefined) tests.push(({ entry }) => entry.connection.id === connection);
  if (since !== undefined) tests.push(({ entry }) => entry.id > since);
  return tests;
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
  const { request, response }: RecordedExchange = entry;
  return [
    `${request.method} ${request.target}`,
    percentDecode(request.target),
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    bodyText(request.body) ?? '',
    ...(response === null ? [] : [`${response.status} ${response.reason}`, bodyText(response.body) ?? '']),
    ...(response?.headers ?? []).map(([name, value]) => `${name}: ${value}`),
  ];
}
