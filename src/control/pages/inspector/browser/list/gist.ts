import { find } from '#pages/browser/elements.ts';
import { formatClock, formatDuration } from '../../request-cells.ts';
import type { TimeAxis } from '../../time-axis.ts';
import { describeAttempts } from './attempts.ts';
import type { RequestList } from './request-list.ts';

/** The line above the timeline: what the attempts of the selected request have in common, or what the axis shows. */
export class Gist {
  readonly #element = find(document, '#gist', HTMLElement);
  readonly #list: RequestList;

  constructor(list: RequestList) {
    this.#list = list;
  }

  update(isShown: boolean): void {
    this.#element.hidden = !isShown;
    const text = isShown ? (describeAttempts(this.#list.attempts) ?? describeAxis(this.#list.axis)) : '';
    // A screen reader would announce an equal text again.
    if (this.#element.textContent !== text) this.#element.textContent = text;
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
