import { byId } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { html } from '#pages/html.ts';
import type { Summary } from '../../entry.ts';
import { formatCount } from '../../request-cells.ts';
import { splitFilter } from './filter-words.ts';

/** Words that begin conditions, in the order of their use. */
const NAMES = [
  'method:',
  'path:',
  'status:',
  'status:>=400',
  'type:json',
  'header:',
  'body:',
  'query:',
  'target:',
  'bin:',
  'client:',
  'ms:>500',
  'size:>1k',
  'sent:>1k',
  'after:',
  'before:',
  'fault:',
  'lab:',
  'endpoint:',
  'connection:',
  'protocol:',
  'rule:',
  'is:pending',
  'is:websocket',
  'is:sse',
  'is:again',
  'is:own',
  'is:marked',
  'is:fault',
  'is:unmatched',
  'OR',
];

interface Completion {
  readonly word: string;
  /** Number of entries that the word selects, where it is known. */
  readonly count?: number;
}

/** The words that complete the last one of the filter, in a list below it (ARIA Authoring Practices, pattern "Combobox"). */
export class Completions {
  readonly #list = byId('completions');
  readonly #input: HTMLInputElement;
  readonly #changed: () => void;
  #shown: readonly Completion[] = [];
  #active = -1;

  /** @param changed is called when a completion has changed the text of the field */
  constructor(input: HTMLInputElement, changed: () => void) {
    this.#input = input;
    this.#changed = changed;
    input.addEventListener('keydown', (event) => this.#press(event));
    // Before the field loses the focus.
    this.#list.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      const option =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[role="option"]') : null;
      if (option) this.#accept(Number(option.dataset.index));
    });
  }

  /** Shows what completes the last word. @param entries whose values are offered */
  show(entries: readonly Summary[]): void {
    this.#active = -1;
    this.#list.hidden = false;
    this.update(entries);
  }

  /** Shows other counts, if the list is visible. */
  update(entries: readonly Summary[]): void {
    if (this.#list.hidden) return;
    const last = /\s$/.test(this.#input.value) ? '' : (splitFilter(this.#input.value).at(-1) ?? '');
    const typed = last.replace(/^-/, '').toLowerCase();
    const all = [...countWords(entries), ...NAMES.map((word) => ({ word }))];
    const found = all.filter(({ word }) => word.toLowerCase().startsWith(typed) && word !== typed);
    this.#shown = found.slice(0, MAX_SHOWN);
    if (this.#active >= this.#shown.length) this.#active = -1;
    this.#render();
  }

  hide(): void {
    this.#shown = [];
    this.#active = -1;
    this.#render();
  }

  #render(): void {
    this.#list.hidden = this.#shown.length === 0;
    this.#input.ariaExpanded = String(!this.#list.hidden);
    if (this.#active < 0) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', `completion-${this.#active}`);
    show(
      this.#list,
      this.#shown.map(
        ({ word, count }, index) => html`
          <div role="option" id=${`completion-${index}`} data-index=${index} aria-selected=${String(index === this.#active)}><code>${word}</code><span>${count === undefined ? '' : formatCount(count)}</span></div>`,
      ),
    );
    document.getElementById(`completion-${this.#active}`)?.scrollIntoView({ block: 'nearest' });
  }

  #press(event: KeyboardEvent): void {
    if (this.#list.hidden) return;
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      const size = this.#shown.length + 1;
      this.#active = ((this.#active + 1 + step + size) % size) - 1;
      this.#render();
    } else if (key === 'Enter' && this.#active >= 0) this.#accept(this.#active);
    else if (key === 'Escape') this.hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Replaces the last word. */
  #accept(index: number): void {
    const { word } = this.#shown[index] ?? {};
    if (word === undefined) return;
    const { value } = this.#input;
    const last = /\s$/.test(value) ? '' : (splitFilter(value).at(-1) ?? '');
    const minus = last.startsWith('-') ? '-' : '';
    const isComplete = !/[:>=]$/.test(word);
    this.#input.value = `${value.slice(0, value.length - last.length)}${minus}${word}${isComplete ? ' ' : ''}`;
    this.#changed();
    if (isComplete) this.hide();
  }
}

/** Number of the latest entries whose values are offered. */
const MAX_COUNTED = 1000;

const MAX_SHOWN = 12;

/** The words that select the values of the entries, the most frequent ones first. */
function countWords(entries: readonly Summary[]): Completion[] {
  const counts = new Map<string, number>();
  for (const { method, status, bin } of entries.slice(-MAX_COUNTED)) {
    const words = [method && `method:${method}`, status && `status:${status}`, bin && `bin:${bin}`];
    for (const word of words) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([word, count]) => ({ word, count }));
}
