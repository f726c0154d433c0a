import { ratio } from './compare.ts';
import { atLeast, type Measurement, median, type Table } from './measurement.ts';
import { protocols } from './route-requests.ts';

/** The server with its journal, as by default, and without; go-httpbin; the build of another commit. */
export type Name = 'on' | 'off' | 'bare' | 'go' | 'baseOn' | 'baseOff';
export type Rates = ReadonlyMap<Name, readonly number[]>;
/** The rates of each row. */
export type Rows = ReadonlyMap<string, Rates>;

const RATIOS = {
  'on, of go-httpbin': ['on', 'go'],
  'off, of go-httpbin': ['off', 'go'],
  'bare, of go-httpbin': ['bare', 'go'],
  'on, of bare': ['on', 'bare'],
  'off, of bare': ['off', 'bare'],
  'on, of off': ['on', 'off'],
  'on, of base': ['on', 'baseOn'],
  'off, of base': ['off', 'baseOff'],
} as const satisfies Record<string, readonly [Name, Name]>;
type Ratio = keyof typeof RATIOS;

/** The medians of the ratios of the rounds, and below them the median and the lowest of the rows. */
export function buildTable(title: string, rows: Rows, hasSummary: boolean): Table {
  const columns = ratioNames().filter((name) => valuesOf(rows, name).length > 0);
  const perSecond = (rates: Rates) => median(rates.get('on') ?? []);
  return {
    title,
    columns: ['', 'on, requests per CPU-second', ...columns],
    rows: [
      ...[...rows].map(
        ([name, rates]) =>
          [name, perSecond(rates), ...columns.map((column) => ratioOf(rates, column))] as const,
      ),
      ...(hasSummary
        ? [
            ['median', undefined, ...columns.map((column) => median(valuesOf(rows, column)))] as const,
            ['lowest', undefined, ...columns.map((column) => Math.min(...valuesOf(rows, column)))] as const,
          ]
        : []),
    ],
  };
}

function ratioNames(): Ratio[] {
  return Object.keys(RATIOS).filter((name): name is Ratio => name in RATIOS);
}

function ratioOf(rates: Rates, name: Ratio): number | undefined {
  const [one, other] = RATIOS[name];
  return ratio(rates.get(one), rates.get(other));
}

function valuesOf(rows: Rows, name: Ratio): number[] {
  return [...rows.values()].map((rates) => ratioOf(rates, name)).filter((value) => value !== undefined);
}

/** Compares the ratios of all routes with their targets. */
export function assessRoutes(rows: Rows): Measurement[] {
  return [
    ...assess(rows, 'off, of go-httpbin', 1, 1.3),
    ...assess(rows, 'on, of go-httpbin', 0.95, 1.15),
    ...assess(rows, 'off, of base', 1.2),
    ...assess(rows, 'on, of base', 1.3),
    ...slowBare(rows, 'Routes'),
    ...ofConstant(rows),
  ];
}

/** Beside the ratio to the bare server that does the same work, which has a target. */
function ofConstant(rows: Rows): Measurement[] {
  const what = 'GET /get, HTTP/1.1, journal on, of a bare server that sends a constant';
  const value = ratioOf(rows.get('get') ?? new Map(), 'on, of bare');
  return value === undefined ? [] : [{ what, unit: '×', value }];
}

function assess(rows: Rows, name: Ratio, lowestTarget: number, medianTarget?: number): Measurement[] {
  const values = valuesOf(rows, name);
  if (values.length === 0) return [];
  const lowest = Math.min(...values);
  const [route] = [...rows].find(([, rates]) => ratioOf(rates, name) === lowest) ?? [];
  return [
    atLeast(lowestTarget, `Journal ${name}: lowest of ${rows.size} routes (${route})`, lowest),
    ...(medianTarget === undefined
      ? []
      : [atLeast(medianTarget, `Journal ${name}: median of ${rows.size} routes`, median(values))]),
  ];
}

/** Where Node's own server is slower than go-httpbin, the ratios to the bare server count. */
function slowBare(rows: Rows, of: string): Measurement[] {
  const ratios = valuesOf(rows, 'bare, of go-httpbin');
  const value = ratios.filter((each) => each < 0.9).length;
  const what = `${of} whose bare server is below 0.9 of go-httpbin, so that the ratios to it count`;
  return ratios.length === 0 ? [] : [{ what, unit: `of ${ratios.length}`, value }];
}

/** Compares the ratios of all protocols, and the cost of the journal, with their targets. */
export function assessProtocols(rows: Rows): Measurement[] {
  const measurements = Object.entries(protocols).flatMap(([name, { targets = {}, journalCost }]) => {
    const rates: Rates = rows.get(name) ?? new Map();
    const cost = 100 * (1 - (ratioOf(rates, 'on, of off') ?? Number.NaN));
    const isReached = journalCost !== undefined && cost <= journalCost;
    return [
      ...ratioNames().flatMap((each) => {
        const [target, value] = [targets[each], ratioOf(rates, each)];
        if (target === undefined || value === undefined) return [];
        return [atLeast(target, `${name}, journal ${each}`, value)];
      }),
      ...(journalCost === undefined
        ? []
        : [
            {
              what: `${name}, cost of the journal`,
              unit: '%',
              value: cost,
              target: `≤ ${journalCost}`,
              isReached,
            },
          ]),
    ];
  });
  return [...measurements, ...slowBare(rows, 'Protocols')];
}
