import { anchorAt, chart, chartText } from '#pages/components/chart.ts';
import { html, type Markup } from '#pages/html.ts';

interface Phase {
  readonly phase: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly status: number | null;
}

/** The phases of a group of calls. */
export interface Family {
  readonly phase: string;
  readonly next: { readonly at: string; readonly phase: string } | null;
  /** A later phase is in effect where it overlaps an earlier one. */
  readonly calendar: readonly Phase[];
}

export interface NamedFamily {
  readonly name: string;
  readonly family: Family;
}

const WIDTH = 800;
const ROW = 44;
const LEGEND = ['supported', 'deprecated', 'brownout', 'removed'];

/** The schedule on a time axis, with a line for the time of the server. */
export function lifecycleChart(families: readonly NamedFamily[], at: string): Markup {
  const now = Date.parse(at);
  const [start, end] = rangeOf(families, now);
  const x = (time: number) => ((Math.min(Math.max(time, start), end) - start) / (end - start)) * WIDTH;
  const bottom = families.length * ROW;
  const bars = families.flatMap(({ name, family }, index) => [
    chartText(name, 0, index * ROW + 14),
    ...family.calendar.map(({ phase, from, until }) => {
      const left = x(from === null ? start : Date.parse(from));
      const right = x(until === null ? end : Date.parse(until));
      const label = `${phase} from ${from ?? 'the beginning'}${until === null ? '' : ` until ${until}`}`;
      return html`<rect x=${left} y=${index * ROW + 20} width=${Math.max(3, right - left)} height="18" class=${`phase-${phase}`}><title>${label}</title></rect>`;
    }),
  ]);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const date = new Date(start + part * (end - start)).toISOString().slice(0, 10);
    return chartText(date, part * WIDTH, bottom + 20, { ...anchorAt(part), class: 'soft' });
  });
  const legend = LEGEND.flatMap((phase, index) => [
    html`<rect x=${index * 120} y=${bottom + 34} width="12" height="12" class=${`phase-${phase}`} />`,
    chartText(phase, index * 120 + 18, bottom + 44),
  ]);
  const line = x(now);
  const isRight = line > WIDTH - 60;
  return chart('Chart of the schedule', {
    width: WIDTH,
    height: bottom + 66,
    top: 14,
    summary: `Phases of the lifecycle on a time axis; now is ${at}. The table has the same data.`,
    content: [
      bars,
      html`<line x1=${line} x2=${line} y1="-2" y2=${bottom} class="now" />`,
      chartText('now', isRight ? line - 6 : line + 6, -3, anchorAt(isRight ? 1 : 0)),
      ticks,
      legend,
    ],
  });
}

const DAY_MS = 24 * 60 * 60_000;

/** All times of the schedule and the present, with a margin. */
function rangeOf(families: readonly NamedFamily[], now: number): [number, number] {
  const times = families
    .flatMap(({ family }) => family.calendar.flatMap(({ from, until }) => [from, until]))
    .flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  const [first, last] = [Math.min(now, ...times), Math.max(now, ...times)];
  const margin = Math.max(30 * DAY_MS, (last - first) * 0.05);
  return [first - margin, last + margin];
}
