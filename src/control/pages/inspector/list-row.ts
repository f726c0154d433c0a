import { badge } from '#pages/components/label.ts';
import { method, status } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Summary } from './entry.ts';
import {
  COLUMNS,
  type ColumnName,
  cellsOf,
  describeStatus,
  nameOf,
  outcomeOf,
  splitTarget,
} from './request-cells.ts';
import type { TimeAxis } from './time-axis.ts';

export interface RowOptions {
  readonly columns: readonly ColumnName[];
  /** Names of headers, each of which is a column. */
  readonly headers: readonly string[];
  /** The text of the column of times, unless it is the clock. */
  readonly time?: string | undefined;
  /** The address of the page of the entry; undefined for one that the server does not have any more. */
  readonly href: string | undefined;
  /** The axis of the bars; without it, there are none. */
  readonly axis?: TimeAxis;
  /** A text at the bar, with the time since when it counts. */
  readonly gap?: { readonly from: number; readonly text: string } | undefined;
  /** Whether the link to the entry is the stop of the keyboard in the list; without it, each link is one. */
  readonly isStop?: boolean | undefined;
}

/** The cells of a row of the list. */
export function rowCells(entry: Summary, options: RowOptions): Markup {
  const { columns, headers } = options;
  return html`
    ${columns.map((name) => rowCell(name, entry, options))}
    ${headers.map((_, index) => {
      const text = entry.columns?.[index] ?? '';
      return html`<span role="gridcell" class="header" title=${text}>${text}</span>`;
    })}`;
}

function rowCell(name: ColumnName, entry: Summary, { time, href, axis, gap, isStop }: RowOptions): Markup {
  // Without the script, the cells are all that a row has: the page has many of them.
  const titleOf = (title: string) => (isStop === undefined ? undefined : title);
  const cell = (content: unknown, title?: string, classes: string = name) =>
    html`<span role="gridcell" class=${classes} title=${title === undefined ? undefined : titleOf(title)}>${content}</span>`;
  if (name === 'extra') return cell(extraBadges(entry));
  if (name === 'waterfall') return cell(axis && waterfall(entry, axis, gap));
  const text = cellsOf(entry)[name];
  switch (name) {
    case 'time':
      return cell(time ?? text, new Date(entry.at).toISOString());
    case 'method':
      return cell(method(text));
    case 'target': {
      const parts = entry.method === undefined ? html`<span>${text}</span>` : targetParts(text);
      // It covers the target, whose parts would be words of its name.
      const link =
        href !== undefined &&
        html`<a href=${href} tabindex=${isStop === undefined ? undefined : isStop ? 0 : -1} aria-label=${titleOf(nameOf(entry)) ?? text}></a>`;
      return cell([parts, link], text, targetClass(entry));
    }
    case 'status': {
      const outcome = outcomeOf(entry);
      return cell(outcome === undefined ? text : status(outcome, text), describeStatus(entry));
    }
    default:
      return cell(text, text);
  }
}

/** A connection that was closed without a request is no fault. */
function targetClass({ method: name, kind }: Summary): string {
  if (name !== undefined) return 'target';
  return kind === 'no-request' ? 'target unused' : 'target failed';
}

/** A target in two parts, of which the first is cut on a narrow screen; with its query in a soft colour. */
function targetParts(target: string): Markup {
  const [start, end] = splitTarget(target);
  const query = target.indexOf('?') >>> 0;
  const part = (text: string, offset: number) => {
    const at = Math.max(0, query - offset);
    return html`<span>${text.slice(0, at)}${at < text.length ? html`<em>${text.slice(at)}</em>` : null}</span>`;
  };
  return html`${part(start, 0)}${part(end, start.length)}`;
}

/** What a request is besides its target and status. */
function extraBadges({ bin, lab, again, unmatched, own, note, messages, marked }: Summary): Markup {
  const [, attempt] = lab?.split('#') ?? [];
  return html`
    ${messages !== undefined && badge('WebSocket')}
    ${lab === undefined ? null : html`<span class="badge" title=${lab}>attempt ${attempt}</span>`}
    ${again && badge(`again of #${again}`)}
    ${unmatched && badge('unmatched', 'warn')}
    ${bin && badge(`bin ${bin}`, 'bin')}
    ${own && badge('own page')}
    ${note ? html`<span class="note-text" title=${note}>${note}</span>` : null}
    ${marked ? html`<span class="vh">marked</span>` : null}`;
}

/** The time of an exchange on the axis: grey while the client waited, then in the colour of the status. */
function waterfall(
  { at, ms, firstByte, ...entry }: Summary,
  axis: TimeAxis,
  gap: RowOptions['gap'],
): Markup | null {
  if (ms === undefined && entry.method === undefined) return null;
  const outcome = outcomeOf(entry);
  const end = at + (ms ?? Math.max(0, axis.end - at));
  const isAborted = outcome === 'aborted';
  const middle = Math.min(end, at + (firstByte ?? (isAborted || outcome === 'pending' ? end - at : 0)));
  const x = (time: number) => axis.place(time) * 100;
  const percent = (value: number) => `${Math.round(value * 100) / 100}%`;
  const tone = isAborted ? 'rx' : typeof outcome === 'number' ? `r${Math.floor(outcome / 100)}` : 'w';
  const last = isAborted && firstByte === undefined ? end : middle;
  // A bar without a width is not drawn.
  const width = (from: number, to: number) => percent(Math.max(MIN_BAR, x(to) - x(from)));
  return html`
    <svg class="wf" aria-hidden="true">
      ${axis.cuts.map(({ from, to }) => html`<rect class="cut" x=${percent(from * 100)} width=${percent((to - from) * 100)} height="100%" />`)}
      ${gap && html`<line class="gap" x1=${percent(x(gap.from))} x2=${percent(x(at))} y1="50%" y2="50%" />`}
      ${middle > at && html`<rect class="w" x=${percent(x(at))} width=${width(at, middle)} y="50%" height="4" />`}
      <rect class=${tone} x=${percent(x(last))} width=${width(last, end)} y="50%" height="8" />
      ${gap && gapText(gap.text, x(gap.from), x(end))}
    </svg>`;
}

/** Beside the bar, or where there is no space, above the gap. */
function gapText(text: string, from: number, end: number): Markup {
  return end < 85
    ? html`<text class="gap" x=${`${end}%`} y="50%" dx="6">${text}</text>`
    : html`<text class="gap" x=${`${from}%`} y="50%" dx="-6" text-anchor="end">${text}</text>`;
}

/** Per cent of the axis. */
const MIN_BAR = 0.1;

/** The cells of the head of the list. @param sorted the column of the order @param isWide whether there is space for all labels of the axis */
export function headCells(
  { columns, headers, axis }: Pick<RowOptions, 'columns' | 'headers' | 'axis'>,
  { sorted, isWide }: { readonly sorted?: string; readonly isWide?: boolean } = {},
): Markup {
  const known = columns.map((name) => {
    const column = COLUMNS.find((each) => each.name === name) ?? COLUMNS[0];
    const { label } = column;
    const order = name === sorted ? 'descending' : undefined;
    const text = order ? `${label} ↓` : label;
    const isHidden = name === 'extra' || name === 'waterfall';
    return html`
      <span role="columnheader" class=${name} title=${'title' in column ? column.title : undefined} aria-sort=${order}>${isHidden ? html`<span class="vh">${text}</span>` : text}${name === 'waterfall' && axis ? axisMarks(axis, isWide ? 0 : NARROW_DISTANCE) : null}</span>`;
  });
  return html`
    ${known}
    ${headers.map((name) => html`<span role="columnheader" class="header" title=${`Header ${name} of the request`}>${name}</span>`)}`;
}

/** Part of a narrow axis between two labels. */
const NARROW_DISTANCE = 0.3;

function axisMarks({ ticks: all, cuts }: TimeAxis, distance: number): Markup {
  const ticks: TimeAxis['ticks'][number][] = [];
  for (const tick of all) if (tick.at - (ticks.at(-1)?.at ?? -1) >= distance) ticks.push(tick);
  const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`;
  return html`
    <svg class="ticks" aria-hidden="true">
      ${ticks.map(({ at, label }) => html`<text x=${percent(at)} y="50%" text-anchor=${at < 0.03 ? 'start' : 'middle'}>${label}</text>`)}
      ${cuts.map(({ from, to }) => html`<text class="cut" x=${percent((from + to) / 2)} y="50%" text-anchor="middle">//</text>`)}
    </svg>`;
}

/** The heading of a group of rows. */
export function groupHeading(group: string, count: number | undefined, columns: number): Markup {
  const text = count === undefined ? group : `${group} · ${count} ${count === 1 ? 'request' : 'requests'}`;
  return html`<span role="rowheader" class="heading" aria-colspan=${columns} title=${text}>${text}</span>`;
}
