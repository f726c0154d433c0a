import { find } from '#pages/browser/elements.ts';
import type { PreferenceStore } from './preferences.ts';

const MIN_PART = 25;
const MAX_PART = 75;
const FIRST_PART = 46;

/** Where the detail is beside the list, unless the user wants it below: with less space, it is below. */
const WIDE = '(min-width: 1100px)';

/** The border between list and detail, which the pointer and keys move. A double click puts it back. */
export class Splitter {
  readonly #element = find(document, '#splitter', HTMLElement);
  readonly #panes = find(document, '.panes', HTMLElement);
  readonly #wide = matchMedia(WIDE);
  readonly #preferences: PreferenceStore;
  #part: number;
  #isTimeline = false;

  constructor(preferences: PreferenceStore) {
    this.#preferences = preferences;
    this.#part = preferences.current.listPart;
    this.#set(this.#part);
    this.#dock();
    this.#wide.addEventListener('change', () => this.#dock());
    const element = this.#element;
    element.addEventListener('keydown', (event) => this.#press(event));
    element.addEventListener('dblclick', () => this.#commit(FIRST_PART));
    element.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener('pointermove', (event) => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const { left, width, top, height } = this.#panes.getBoundingClientRect();
      const part = this.isBelow ? (event.clientY - top) / height : (event.clientX - left) / width;
      this.#set(part * 100);
    });
    element.addEventListener('pointerup', () => this.#commit(this.#part));
  }

  /** Whether the detail is below the list. */
  get isBelow(): boolean {
    return !this.#wide.matches || this.#isTimeline || this.#preferences.current.isBelow;
  }

  /** Whether the user can choose where the detail is. */
  get hasChoice(): boolean {
    return this.#wide.matches && !this.#isTimeline;
  }

  /** Puts the detail below the list, or beside it. */
  toggle(): void {
    this.#preferences.change({ isBelow: !this.#preferences.current.isBelow });
    this.#dock();
  }

  /** The timeline has the whole width. */
  setTimeline(isTimeline: boolean): void {
    this.#isTimeline = isTimeline;
    this.#dock();
  }

  #dock(): void {
    this.#panes.classList.toggle('below', this.isBelow);
    this.#element.ariaOrientation = this.isBelow ? 'horizontal' : 'vertical';
    this.#element.ariaLabel = this.isBelow ? 'Height of the list' : 'Width of the list';
  }

  #press(event: KeyboardEvent): void {
    const [less, more] = this.isBelow ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const parts: Readonly<Record<string, number>> = {
      [less]: this.#part - 2,
      [more]: this.#part + 2,
      Home: MIN_PART,
      End: MAX_PART,
    };
    const part = parts[event.key];
    if (part === undefined) return;
    event.preventDefault();
    this.#commit(part);
  }

  #commit(part: number): void {
    this.#set(part);
    this.#preferences.change({ listPart: this.#part });
  }

  #set(value: number): void {
    this.#part = Math.round(Math.min(MAX_PART, Math.max(MIN_PART, value)));
    this.#panes.style.setProperty('--list-part', `${this.#part}fr`);
    this.#panes.style.setProperty('--detail-part', `${100 - this.#part}fr`);
    this.#element.ariaValueNow = String(this.#part);
  }
}
