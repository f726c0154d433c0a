import { el } from '#pages/browser/dom.ts';
import { announce, find } from '#pages/browser/elements.ts';
import type { Summary } from '../../summary.ts';
import { type FilterWord, formatFilter, OR, parseWords, splitFilter, updateWords } from './filter-words.ts';

const TYPING_MS = 250;

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

/** The field of the filter with its words below, each of which can be removed, negated or switched off. */
export class FilterBox {
  readonly input = find(document, '#filter', HTMLInputElement);
  readonly #chips = find(document, '#chips', HTMLElement);
  readonly #offered = find(document, '#filter-words', HTMLElement);
  readonly #onChange: (text: string) => void;
  #words: readonly FilterWord[] = [];
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (text: string) => void) {
    this.#onChange = onChange;
    this.input.addEventListener('input', () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => onChange(this.input.value.trim()), TYPING_MS);
    });
    find(document, '#filter-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      clearTimeout(this.#typing);
      onChange(this.input.value.trim());
    });
  }

  get words(): readonly FilterWord[] {
    return this.#words;
  }

  /** The words, for an entry of the history; null if the filter has all of them. */
  get state(): readonly FilterWord[] | null {
    return this.#words.some(({ isOff }) => isOff) ? this.#words : null;
  }

  /** Shows a filter. Words that are switched off stay. @param state of an entry of the history, whose words replace them */
  show(text: string, state?: unknown): void {
    clearTimeout(this.#typing);
    if (this.input.value.trim() !== text) this.input.value = text;
    this.#words = updateWords(state === undefined ? this.#words : parseWords(state), text);
    const focused = [...this.#chips.children].indexOf(document.activeElement ?? this.input);
    const chips = this.#words.map((word, index) => this.#chip(word, index));
    this.#chips.replaceChildren(...chips);
    this.#chips.hidden = chips.length === 0;
    if (focused >= 0) (chips[Math.min(focused, chips.length - 1)] ?? this.input).focus();
  }

  #chip({ text, isOff }: FilterWord, index: number): HTMLButtonElement {
    const chip = el(
      'button',
      {
        type: 'button',
        class: isOff ? 'chip off' : 'chip',
        'aria-label': isOff ? `Remove ${text}, which is switched off` : `Remove ${text} from the filter`,
        'aria-keyshortcuts': 'Delete Shift+Enter Control+Enter',
        title: `Click removes, Shift+click negates, Ctrl+click switches ${isOff ? 'on' : 'off'}`,
      },
      `${text} ×`,
    );
    const negated = text.startsWith('-') ? text.slice(1) : `-${text}`;
    const remove = () => this.#change(this.#words.toSpliced(index, 1));
    const negate = () => {
      if (text !== OR) this.#change(this.#words.with(index, { text: negated, isOff }));
    };
    const toggle = () => this.toggle(index);
    const actionOf = ({ shiftKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent) =>
      ctrlKey || metaKey ? toggle : shiftKey ? negate : remove;
    chip.addEventListener('click', (event) => actionOf(event)());
    chip.addEventListener('keydown', (event) => {
      const { key } = event;
      if (key !== 'Enter' && key !== 'Delete' && key !== 'Backspace') return;
      event.preventDefault();
      (key === 'Enter' ? actionOf(event) : remove)();
    });
    // Ctrl+click of macOS, and a long touch.
    chip.addEventListener('contextmenu', (event) => {
      if (!event.ctrlKey && event.pointerType !== 'touch') return;
      event.preventDefault();
      toggle();
    });
    return chip;
  }

  /** Switches a word off, or on again. */
  toggle(index: number): void {
    const word = this.#words[index];
    if (!word) return;
    announce(`${word.text} is switched ${word.isOff ? 'on' : 'off'}.`);
    this.#change(this.#words.with(index, { ...word, isOff: !word.isOff }));
  }

  #change(words: readonly FilterWord[]): void {
    this.#words = words;
    this.#onChange(formatFilter(words));
  }

  setInvalid(isInvalid: boolean): void {
    if (isInvalid) this.input.setAttribute('aria-invalid', 'true');
    else this.input.removeAttribute('aria-invalid');
  }

  /** Offers the words of the filter, and the values of the latest entries with their counts, with the words before them. */
  offer(entries: readonly Summary[]): void {
    const before = splitFilter(this.input.value).slice(0, -1);
    const prefix = before.length === 0 ? '' : `${before.join(' ')} `;
    const option = (word: string, label?: string) => el('option', { value: `${prefix}${word}`, label });
    this.#offered.replaceChildren(
      ...NAMES.map((name) => option(name)),
      ...countWords(entries).map(([word, count]) =>
        option(word, `${word} · ${count} ${count === 1 ? 'request' : 'requests'}`),
      ),
    );
  }
}

/** Number of the latest entries whose values are offered. */
const MAX_COUNTED = 1000;

/** Maximum number of values that are offered. */
const MAX_VALUES = 30;

/** The words that select the values of the entries, the most frequent ones first. */
function countWords(entries: readonly Summary[]): [word: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { method, status, bin } of entries.slice(-MAX_COUNTED)) {
    const words = [method && `method:${method}`, status && `status:${status}`, bin && `bin:${bin}`];
    for (const word of words) if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, MAX_VALUES);
}
