import { readPreferences, writePreferences } from '#pages/browser/stored-preferences.ts';
import { COLUMNS, type ColumnName, FIRST_COLUMNS } from '../../request-cells.ts';
import { GROUPS, type GroupBy, SORTS, type SortBy } from './list-order.ts';

export const TIME_FORMS = ['clock', 'age', 'gap'] as const;
export const DENSITIES = ['compact', 'normal', 'large'] as const;

/** How the list shows times: by the clock, as the time that has passed, or as the time after the row below. */
export type TimeForm = (typeof TIME_FORMS)[number];

/** What the page keeps for the user. Nothing of requests is kept. */
export interface Preferences {
  readonly timeForm: TimeForm;
  /** Percentage of the width that the list has. */
  readonly listPart: number;
  /** Whether the detail is below the list, where it could be beside it. */
  readonly isBelow: boolean;
  readonly columns: readonly ColumnName[];
  /** Names of headers of the request that are further columns. */
  readonly headers: readonly string[];
  readonly groupBy: GroupBy;
  readonly sortBy: SortBy;
  readonly density: (typeof DENSITIES)[number];
  /** Whether keys without Ctrl act (WCAG 2.1.4). */
  readonly singleKeys: boolean;
  /** Filters that the user has saved. */
  readonly filters: readonly string[];
}

export const FIRST_PREFERENCES: Preferences = {
  timeForm: 'clock',
  listPart: 46,
  isBelow: false,
  columns: FIRST_COLUMNS.map(({ name }) => name),
  headers: [],
  groupBy: 'none',
  sortBy: 'newest',
  density: 'normal',
  singleKeys: true,
  filters: [],
};

export const MAX_FILTERS = 20;
const MAX_FILTER = 1000;

/** The preferences of the user, in the storage of the browser. */
export class PreferenceStore {
  #current = parsePreferences(readPreferences());

  get current(): Preferences {
    return this.#current;
  }

  change(changes: Partial<Preferences>): Preferences {
    this.#current = { ...this.#current, ...changes };
    // The order of the list is that of the time in a new page.
    const { sortBy: _, ...stored } = changes;
    writePreferences(stored);
    return this.#current;
  }
}

/** All pages share the storage, so each value is checked. */
function parsePreferences(stored: Readonly<Record<string, unknown>>): Preferences {
  const first = FIRST_PREFERENCES;
  const { timeForm, listPart, isBelow, columns, headers, groupBy, density, singleKeys, filters } = stored;
  return {
    timeForm: oneOf(TIME_FORMS, timeForm, first.timeForm),
    listPart:
      typeof listPart === 'number' && listPart >= 25 && listPart <= 75
        ? Math.round(listPart)
        : first.listPart,
    isBelow: isBelow === true,
    columns: Array.isArray(columns) ? selectColumns(columns) : first.columns,
    headers: Array.isArray(headers) ? (parseHeaderNames(headers) ?? first.headers) : first.headers,
    groupBy: oneOf(GROUPS, groupBy, first.groupBy),
    sortBy: oneOf(SORTS, undefined, first.sortBy),
    density: oneOf(DENSITIES, density, first.density),
    singleKeys: singleKeys !== false,
    filters: Array.isArray(filters) ? filters.filter(isFilter).slice(0, MAX_FILTERS) : first.filters,
  };
}

/** The columns of these names in the order of the list, with those that each row has. */
export function selectColumns(names: readonly unknown[]): ColumnName[] {
  return COLUMNS.map(({ name }) => name).filter((name) => ALWAYS.has(name) || names.includes(name));
}

/** The names of headers, without empty ones; undefined where one is no name, or where there are too many. */
export function parseHeaderNames(names: readonly unknown[]): readonly string[] | undefined {
  const found = names.map((name) => String(name).trim()).filter((name) => name !== '');
  return found.length <= MAX_HEADERS && found.every((name) => HEADER_NAME.test(name)) ? found : undefined;
}

/** As many as the control API returns. */
const MAX_HEADERS = 5;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,90}$/;

/** The columns that a row cannot be without. */
export const ALWAYS: ReadonlySet<ColumnName> = new Set<ColumnName>(['id', 'target']);

export function oneOf<Value>(values: readonly Value[], value: unknown, otherwise: Value): Value {
  return values.find((each) => each === value) ?? otherwise;
}

function isFilter(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_FILTER;
}
