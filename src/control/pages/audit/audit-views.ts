import { anchorAt, chart, chartText } from '#pages/components/chart.ts';
import { table } from '#pages/components/table.ts';
import { time } from '#pages/components/time.ts';
import { html, type Markup } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';

/** Numbers of calls and of uses that the page reads. */
export const [MAX_CALLS, MAX_USES] = [10_000, 200];

/** Equal calls, as `GET /_sparring/audit` returns them. */
export interface Call {
  readonly user_agent: string | null;
  readonly status: number;
  readonly deprecated: boolean;
  readonly count: number;
  readonly first_at: string;
  readonly last_at: string;
}

/** The calls of a program as a user to an endpoint, as `GET /_sparring/audit/uses` returns them. */
export interface Use {
  readonly user_agent: string | null;
  readonly login: string | null;
  readonly method: string;
  readonly path: string;
  readonly count: number;
  readonly refused: number;
  readonly last_at: string;
}

const BUCKETS = 40;
const WIDTH = 800;
const HEIGHT = 220;
const LEFT = 45;
/** Below it, the times of the axis have seconds. */
const SHORT_SPAN_MS = 10 * 60_000;

/** Programs with a color of their own. The others are together. */
const MAX_PROGRAMS = 7;
const OTHERS = 'Other programs';

interface Program {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly total: number;
}

/** A plot of the calls by program, and the same as a table. */
export function plotCalls(calls: readonly Call[]): Markup {
  if (calls.length === 0) return html`<p class="soft">There is no call.</p>`;
  const programs = groupByProgram(calls);
  const rows = programs.map(({ name, calls: own, total }, index) => [
    html`<svg width="12" height="12" aria-hidden="true" class="swatch"><rect width="12" height="12" class=${`fill-${index + 1}`} /></svg>\u00a0${name}`,
    total,
    sum(own.filter(({ deprecated }) => deprecated)),
    sum(own.filter(({ status }) => status >= 400)),
    time(latestOf(own)),
  ]);
  return html`
    ${drawCalls(programs, calls)}
    ${table('Calls by program', ['Program', 'Calls', 'Deprecated', 'Rejected', 'Last'], rows)}`;
}

export function usesTable(uses: readonly Use[]): Markup {
  if (uses.length === 0) return html`<p class="soft">There is no call.</p>`;
  return table(
    'Calls by program, user and endpoint',
    ['Program', 'User', 'Call', 'Number', 'Rejected', 'Last'],
    uses.map(({ user_agent, login, method, path, count, refused, last_at }) => [
      user_agent ?? 'unknown',
      login,
      `${method} ${path}`,
      count,
      refused,
      time(last_at),
    ]),
  );
}

function groupByProgram(calls: readonly Call[]): Program[] {
  const groups = [...Map.groupBy(calls, ({ user_agent }) => user_agent ?? 'unknown')]
    .map(([name, own]) => ({ name, calls: own, total: sum(own) }))
    .sort((one, other) => other.total - one.total);
  const rest = groups.slice(MAX_PROGRAMS).flatMap(({ calls: own }) => own);
  return [
    ...groups.slice(0, MAX_PROGRAMS),
    ...(rest.length > 0 ? [{ name: OTHERS, calls: rest, total: sum(rest) }] : []),
  ];
}

function drawCalls(programs: readonly Program[], calls: readonly Call[]): Markup {
  const start = Math.min(...calls.map(({ first_at }) => Date.parse(first_at)));
  const end = Math.max(...calls.map(({ last_at }) => Date.parse(last_at)));
  // Calls at one time are one bar in the middle.
  const span = Math.max(end - start, 1);
  const bucketOf = (time: number) =>
    end === start ? BUCKETS / 2 : Math.min(BUCKETS - 1, Math.floor(((time - start) / span) * BUCKETS));
  const counts = programs.map(({ calls: own }) => {
    const buckets = new Array<number>(BUCKETS).fill(0);
    for (const call of own)
      for (const { at, count } of spread(call)) buckets[bucketOf(at)] = (buckets[bucketOf(at)] ?? 0) + count;
    return buckets;
  });
  const totals = Array.from({ length: BUCKETS }, (_, bucket) =>
    counts.reduce((total, each) => total + (each[bucket] ?? 0), 0),
  );
  const highest = Math.max(...totals, 1);
  const width = (WIDTH - LEFT) / BUCKETS;
  const scale = (count: number) => (count / highest) * (HEIGHT - 30);
  const base = new Array<number>(BUCKETS).fill(0);
  const bars = counts.flatMap((buckets, index) =>
    buckets.flatMap((count, bucket) => {
      if (count === 0) return [];
      const height = Math.max(1, scale(count));
      const top = HEIGHT - (base[bucket] ?? 0) - height;
      base[bucket] = (base[bucket] ?? 0) + height;
      const title = `${programs[index]?.name}: ${round(count)}`;
      return [
        html`<rect x=${LEFT + bucket * width} y=${top} width=${width - 2} height=${height} class=${`fill-${index + 1}`}><title>${title}</title></rect>`,
      ];
    }),
  );
  const lines = [0, 0.5, 1].map((part) => {
    const y = HEIGHT - part * (HEIGHT - 30);
    return [
      html`<line x1=${LEFT} x2=${WIDTH} y1=${y} y2=${y} class="axis" />`,
      chartText(round(part * highest), LEFT - 6, y + 4, { ...anchorAt(1), class: 'soft' }),
    ];
  });
  const length = span < SHORT_SPAN_MS ? 'YYYY-MM-DDTHH:mm:ss'.length : 'YYYY-MM-DDTHH:mm'.length;
  const times = (end === start ? [0.5] : [0, 0.5, 1]).map((part) => {
    const label = new Date(start + part * (end - start)).toISOString().slice(0, length).replace('T', ' ');
    const x = LEFT + part * (WIDTH - LEFT);
    return chartText(label, x, HEIGHT + 18, { ...anchorAt(part), class: 'soft' });
  });
  const summary = `${plural(sum(calls), 'call')} of ${plural(programs.length, 'program')}, at most ${round(highest)} in one of ${BUCKETS} intervals. The table has the numbers by program.`;
  return chart('Plot of the calls', {
    width: WIDTH,
    height: HEIGHT + 24,
    summary,
    content: [lines, bars, times],
  });
}

/** The calls of an entry at even distances: the audit has the times of the first and the last one only. */
function spread({ first_at, last_at, count }: Call): { at: number; count: number }[] {
  const [first, last] = [Date.parse(first_at), Date.parse(last_at)];
  const points = Math.min(count, MAX_POINTS);
  return Array.from({ length: points }, (_, index) => ({
    at: points === 1 ? last : first + ((last - first) * index) / (points - 1),
    count: count / points,
  }));
}

const MAX_POINTS = 100;

function latestOf(calls: readonly Call[]): string {
  const times = calls.map(({ last_at }) => last_at).sort();
  return times.at(-1) ?? '';
}

function round(count: number): string {
  return String(Math.round(count * 10) / 10);
}

function sum(calls: readonly Call[]): number {
  return calls.reduce((total, { count }) => total + count, 0);
}
