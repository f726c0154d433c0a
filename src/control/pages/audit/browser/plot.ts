import { chartRegion, el, svg, table, time } from '#pages/browser/dom.ts';
import { plural } from '#pages/plural.ts';

/** Equal calls of the audit. */
export interface Call {
  readonly user_agent: string | null;
  readonly status: number;
  readonly deprecated: boolean;
  readonly count: number;
  readonly first_at: string;
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
export function plotCalls(calls: readonly Call[]): HTMLElement[] {
  if (calls.length === 0) return [el('p', { class: 'soft' }, 'There is no call.')];
  const programs = groupByProgram(calls);
  const rows = programs.map(({ name, calls: own, total }, index) => [
    el(
      'span',
      {},
      svg(
        'svg',
        { width: 12, height: 12, 'aria-hidden': 'true', class: 'swatch' },
        svg('rect', { width: 12, height: 12, class: `fill-${index + 1}` }),
      ),
      `\u00a0${name}`,
    ),
    String(total),
    String(sum(own.filter(({ deprecated }) => deprecated))),
    String(sum(own.filter(({ status }) => status >= 400))),
    time(latestOf(own)),
  ]);
  return [
    chartRegion('Plot of the calls', chart(programs, calls)),
    table('Calls by program', ['Program', 'Calls', 'Deprecated', 'Rejected', 'Last'], rows),
  ];
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

function chart(programs: readonly Program[], calls: readonly Call[]): SVGSVGElement {
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
      const attributes = {
        x: LEFT + bucket * width,
        y: top,
        width: width - 2,
        height,
        class: `fill-${index + 1}`,
      };
      return [svg('rect', attributes, svg('title', {}, `${programs[index]?.name}: ${round(count)}`))];
    }),
  );
  const lines = [0, 0.5, 1].map((part) => {
    const y = HEIGHT - part * (HEIGHT - 30);
    return [
      svg('line', { x1: LEFT, x2: WIDTH, y1: y, y2: y, class: 'axis' }),
      svg('text', { x: LEFT - 6, y: y + 4, 'text-anchor': 'end', class: 'soft' }, round(part * highest)),
    ];
  });
  const length = span < SHORT_SPAN_MS ? 'YYYY-MM-DDTHH:mm:ss'.length : 'YYYY-MM-DDTHH:mm'.length;
  const times = (end === start ? [0.5] : [0, 0.5, 1]).map((part) => {
    const anchor = part === 0 ? 'start' : part === 1 ? 'end' : 'middle';
    const label = new Date(start + part * (end - start)).toISOString().slice(0, length).replace('T', ' ');
    return svg(
      'text',
      { x: LEFT + part * (WIDTH - LEFT), y: HEIGHT + 18, 'text-anchor': anchor, class: 'soft' },
      label,
    );
  });
  const label = `${plural(sum(calls), 'call')} of ${plural(programs.length, 'program')}, at most ${round(highest)} in one of ${BUCKETS} intervals. The table has the numbers by program.`;
  return svg(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT + 24}`,
      width: WIDTH,
      height: HEIGHT + 24,
      role: 'img',
      'aria-label': label,
    },
    lines,
    bars,
    times,
  );
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
