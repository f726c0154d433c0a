import { find } from '#pages/browser/elements.ts';
import type { Span } from '../../time-axis.ts';
import type { RequestList } from './request-list.ts';

/** Pixels that a drag has at least. */
const MIN_DRAG = 6;

/** The part of the time that the timeline shows: chosen by a drag over the bars, and by the keys + − 0. */
export class TimelineZoom {
  readonly #list: RequestList;
  readonly #body = find(document, '#rows', HTMLElement);
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
    const times = [from, clientX].map((x) => this.#timeAt(x)).sort((one, other) => one - other);
    const [start = 0, end = 0] = times;
    const zoom: Span = { start, end };
    if (end > start) this.#list.setZoom(zoom);
  }

  #timeAt(x: number): number {
    const { left = 0, width = 1 } = this.#body.querySelector('.waterfall')?.getBoundingClientRect() ?? {};
    return this.#list.axis.timeAt(Math.min(1, Math.max(0, (x - left) / width)));
  }
}
