import { fieldValues } from '#http/syntax/fields.ts';
import { faultsOf, typesOf } from '../match/entry-conditions.ts';
import { createFilter, type FilterParameters } from '../match/filter.ts';
import { hostOf } from '../matching/request-conditions.ts';
import type { EntryScope } from '../recording/entry-rings.ts';
import type { JournalEntry, RecordedExchange } from '../recording/record.ts';
import type { Redaction } from '../views/redaction.ts';
import { pathOf, urlOf } from '../views/request-url.ts';
import type { ReadableJournal } from './readable-journal.ts';

/** The values of an entry, by the name of the condition of a filter that selects them. */
const VALUES = {
  status: ({ response }) => (response && response.status > 0 ? [String(response.status)] : []),
  method: ({ request }) => [request.method],
  path: (exchange) => [pathOf(exchange)],
  type: typesOf,
  bin: ({ bin }) => (bin === null ? [] : [bin]),
  host: (exchange) => [hostOf(urlOf(exchange))],
  client: ({ connection: { remote } }) => [remote.slice(0, Math.max(0, remote.lastIndexOf(':')))],
  protocol: ({ connection }) => [connection.protocol],
  endpoint: ({ endpoint }) => endpoint ?? [],
  fault: faultsOf,
} as const satisfies Readonly<Record<string, (exchange: RecordedExchange) => string | readonly string[]>>;

type ValueName = keyof typeof VALUES;

export const VALUE_NAMES = Object.keys(VALUES).filter(isValueName);

export function isValueName(name: string): name is ValueName {
  return Object.hasOwn(VALUES, name);
}

/** What is counted: one of `VALUE_NAMES`, or the values of a header. */
export type Counted = { readonly name: ValueName } | { readonly header: string };

export interface CountInput {
  readonly parameters: FilterParameters;
  readonly scope: EntryScope;
  readonly counted: Counted;
}

export interface ValueCounts {
  /** The most frequent ones first, of those with the same count in the order of their text. */
  readonly values: readonly (readonly [value: string, count: number])[];
  /** Number of exchanges without a value. */
  readonly without: number;
  /** Number of values that are left out, because there are too many. */
  readonly others: number;
}

/** Characters of a value that are kept. */
export const MAX_VALUE = 200;

/** Maximum number of values. */
const MAX_VALUES = 1000;

/** The values of the selected exchanges, such as their statuses, with the number of exchanges of each. @throws InputError */
export function countValues(
  journal: ReadableJournal,
  { parameters, scope, counted }: CountInput,
  redaction: Redaction,
): ValueCounts {
  const matches = createFilter(parameters);
  const counts = new Map<string, number>();
  let without = 0;
  for (const entry of journal.latest(scope)) {
    if (entry.kind !== 'exchange' || !matches(entry)) continue;
    const values = new Set(valuesOf(entry, counted, redaction));
    if (values.size === 0) without++;
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return { ...mostFrequent([...counts]), without };
}

function mostFrequent(counts: [string, number][]): Omit<ValueCounts, 'without'> {
  counts.sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1));
  return { values: counts.slice(0, MAX_VALUES), others: Math.max(0, counts.length - MAX_VALUES) };
}

/** The values of an entry, with masked credentials. */
function valuesOf(exchange: JournalEntry, counted: Counted, redaction: Redaction): string[] {
  if (exchange.kind !== 'exchange') return [];
  if ('header' in counted)
    return fieldValues(exchange.request.headers, counted.header).map((value) =>
      shorten(redaction.field(counted.header, value)),
    );
  return [VALUES[counted.name](exchange)].flat().map((value) => shorten(redaction.text(value)));
}

function shorten(value: string): string {
  return value.length <= MAX_VALUE ? value : `${value.slice(0, MAX_VALUE)}…`;
}
