import { byId } from '#pages/browser/elements.ts';
import { formatClock, formatDuration } from '../../request-cells.ts';
import type { TimeAxis } from '../../time-axis.ts';
import { describeAttempts } from './attempts.ts';
import type { RequestList } from './request-list.ts';

/** Pixels that a drag has at least. */
const MIN_DRAG = 6;

/**
 * The timeline: a line above it with what the attempts of the selected request have in common, or what the axis shows; and the
 * part of the time that it shows, which is chosen by a drag over the bars, and by the keys + − 0.
 */
export class Timeline {
  readonly #list: RequestList;
  readonly #gist = byId('gist');
  readonly #body = byId('rows');
  #from: number | undefined;

  constructor(list: RequestList) {
    this.#list = list;
    this.#body.addEventListener('pointerdown', (event) => {
      if (event.button === 0 && this.#isOnBars(event)) this.#from = event.clientX;
    });
    this.#body.addEventListener('pointermove', ({ clientX }) => {
      if (this.#from !== undefined)
        this.#body.classList.toggle('dragged', Math.abs(clientX - this.#from) > MIN_DRAG);
    });
    document.addEventListener('pointerup', (event) => this.#drop(event));
    this.#body.addEventListener('dblclick', (event) => {
      if (this.#isOnBars(event)) this.reset();
    });
    // A drag selects no row.
    this.#body.addEventListener(
      'click',
      (event) => {
        if (this.#body.classList.contains('dragged')) event.stopImmediatePropagation();
        this.#body.classList.remove('dragged');
      },
      { capture: true },
    );
  }

  /** Shows the line above the timeline, or hides it. */
  update(isShown: boolean): void {
    this.#gist.hidden = !isShown;
    const text = isShown ? (describeAttempts(this.#list.attempts) ?? describeAxis(this.#list.axis)) : '';
    // A screen reader would announce an equal text again.
    if (this.#gist.textContent !== text) this.#gist.textContent = text;
  }

  /** Shows all of the time. */
  reset(): void {
    this.#list.setZoom(undefined);
  }

  /** Shows a part of the time around its middle. @param factor of the length */
  zoom(factor: number): void {
    const { start, end } = this.#list.axis;
    const middle = (start + end) / 2;
    const half = ((end - start) / 2) * factor;
    this.#list.setZoom({ start: middle - half, end: middle + half });
  }

  #isOnBars({ target }: MouseEvent): boolean {
    return target instanceof Element && target.closest('.timeline .waterfall') !== null;
  }

  #drop({ clientX }: PointerEvent): void {
    const from = this.#from;
    this.#from = undefined;
    if (from === undefined || Math.abs(clientX - from) <= MIN_DRAG) return;
    const start = this.#timeAt(Math.min(from, clientX));
    const end = this.#timeAt(Math.max(from, clientX));
    if (end > start) this.#list.setZoom({ start, end });
  }

  #timeAt(x: number): number {
    const { left = 0, width = 1 } = this.#body.querySelector('.waterfall')?.getBoundingClientRect() ?? {};
    return this.#list.axis.timeAt(Math.min(1, Math.max(0, (x - left) / width)));
  }
}

/** What the timeline shows, for people who see it for the first time. */
function describeAxis({ start, end, cuts }: TimeAxis): string {
  const idle = cuts.reduce((sum, { ms }) => sum + ms, 0);
  return [
    `From ${formatClock(start)} to ${formatClock(end)}`,
    ...(idle > 0 ? [`// marks ${formatDuration(idle)} without a request`] : []),
    'grey is the wait for the response',
    'drag over the bars to zoom, a double click shows all',
  ].join(' · ');
}
