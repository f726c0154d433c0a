import { byId } from '#pages/browser/elements.ts';
import { FIRST_PREFERENCES, type PreferenceStore } from './preferences.ts';

const MIN_PART = 25;
const MAX_PART = 75;

/** Where the detail is beside the list, unless the user wants it below: with less space, it is below. */
const WIDE = '(min-width: 1100px)';

type ViewName = 'list' | 'timeline' | 'labs';

/**
 * The views of the entries, of which one is visible: list and timeline are two forms of the same rows. Between them and the
 * detail is a border, which the pointer and keys move. A double click puts it back.
 */
export class Panes {
  readonly #choices = [...document.querySelectorAll<HTMLInputElement>('#views input')];
  readonly #border = byId('splitter');
  readonly #panes = byId('view-list');
  readonly #labs = byId('labs');
  readonly #wide = matchMedia(WIDE);
  readonly #preferences: PreferenceStore;
  readonly #changed: (name: ViewName) => void;
  #shown: ViewName = 'list';
  #part: number;

  /** @param changed is called when another view is visible */
  constructor(preferences: PreferenceStore, changed: (name: ViewName) => void) {
    this.#preferences = preferences;
    this.#changed = changed;
    this.#part = preferences.current.listPart;
    this.#set(this.#part);
    this.#dock();
    this.#wide.addEventListener('change', () => this.#dock());
    for (const choice of this.#choices)
      choice.addEventListener('change', () => this.show(parseViewName(choice.value)));
    const border = this.#border;
    border.addEventListener('keydown', (event) => this.#press(event));
    border.addEventListener('dblclick', () => this.#commit(FIRST_PREFERENCES.listPart));
    border.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      border.setPointerCapture(event.pointerId);
    });
    border.addEventListener('pointermove', (event) => {
      if (!border.hasPointerCapture(event.pointerId)) return;
      const { left, width, top, height } = this.#panes.getBoundingClientRect();
      const part = this.isBelow ? (event.clientY - top) / height : (event.clientX - left) / width;
      this.#set(part * 100);
    });
    border.addEventListener('pointerup', () => this.#commit(this.#part));
  }

  get isTimeline(): boolean {
    return this.#shown === 'timeline';
  }

  /** Shows entries: in the timeline if it is visible, else in the list. */
  showEntries(): void {
    if (this.#shown === 'labs') this.show('list');
  }

  show(name: ViewName): void {
    for (const choice of this.#choices) choice.checked = choice.value === name;
    this.#panes.hidden = name === 'labs';
    this.#labs.hidden = name !== 'labs';
    if (this.#shown === name) return;
    this.#shown = name;
    this.#dock();
    this.#changed(name);
  }

  /** Whether the detail is below the list: the timeline has the whole width. */
  get isBelow(): boolean {
    return !this.hasChoice || this.#preferences.current.isBelow;
  }

  /** Whether the user can choose where the detail is. */
  get hasChoice(): boolean {
    return this.#wide.matches && !this.isTimeline;
  }

  /** Puts the detail below the list, or beside it. */
  toggle(): void {
    this.#preferences.change({ isBelow: !this.#preferences.current.isBelow });
    this.#dock();
  }

  #dock(): void {
    this.#panes.classList.toggle('below', this.isBelow);
    this.#border.ariaOrientation = this.isBelow ? 'horizontal' : 'vertical';
    this.#border.ariaLabel = this.isBelow ? 'Height of the list' : 'Width of the list';
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
    this.#border.ariaValueNow = String(this.#part);
  }
}

function parseViewName(text: string): ViewName {
  return text === 'timeline' || text === 'labs' ? text : 'list';
}
