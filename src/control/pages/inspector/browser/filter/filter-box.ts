import { announce, byId, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { icon } from '#pages/components/icon.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Summary } from '../../entry.ts';
import { formatCount } from '../../request-cells.ts';
import { Completions } from './completions.ts';
import { type FilterWord, formatFilter, OR, parseWords, updateWords } from './filter-words.ts';

const TYPING_MS = 250;

/** Time after which a word without its value counts as complete, and an invalid one is reported. */
export const PAUSE_MS = 1000;

/** A word whose value is not typed yet, such as `status:` or `ms:>`. */
const UNFINISHED = /(?:^|\s)-?[\w-]+:[<>=!]*$|(?:^|\s)-$/;

/** Words that are offered beside the filter with the number of entries that they select. */
const SUGGESTED: readonly (readonly [label: string, word: string, test: (entry: Summary) => boolean])[] = [
  ['Errors', 'status:>=400', ({ status = 0 }) => status >= 400],
  ['Faults', 'is:fault', isFaulty],
  ['WebSocket', 'is:websocket', ({ messages }) => messages !== undefined],
  ['Marked', 'is:marked', ({ marked = false }) => marked],
];

/** As the condition `is:fault` of the server: a fault was applied, or there is no complete response. */
function isFaulty({ kind, ended, fault }: Summary): boolean {
  return kind === undefined ? ended !== undefined || fault !== undefined : kind !== 'no-request';
}

export interface FilterActions {
  change(text: string): void;
  /** Shows the values of the shown requests: of the status, for example. @param opener the button that opens them */
  showValues(of: string, opener: HTMLElement): void;
  /** The field was left, or Enter was pressed: an invalid filter is reported at once. */
  committed(): void;
}

/** The field of the filter with completions, and its words below, each of which can be removed, negated or switched off. */
export class FilterBox {
  readonly input = find(document, '#filter', HTMLInputElement);
  readonly #chips = byId('chips');
  readonly #completions: Completions;
  readonly #actions: FilterActions;
  #words: readonly FilterWord[] = [];
  #entries: readonly Summary[] = [];
  #typing: ReturnType<typeof setTimeout> | undefined;
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(actions: FilterActions) {
    this.#actions = actions;
    this.#completions = new Completions(this.input, () => this.#typed());
    this.input.addEventListener('input', () => this.#typed());
    this.input.addEventListener('focus', () => this.#offer());
    this.input.addEventListener('blur', () => {
      this.#completions.hide();
      this.#commit();
    });
    find(document, '#filter-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#completions.hide();
      this.#commit();
    });
  }

  get words(): readonly FilterWord[] {
    return this.#words;
  }

  /** Whether the user is typing, so that an invalid filter is not reported yet. */
  get isTyping(): boolean {
    return document.activeElement === this.input && performance.now() - this.#typedAt < PAUSE_MS;
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
    this.#render();
  }

  /** The entries whose values are offered. */
  setEntries(entries: readonly Summary[]): void {
    this.#entries = entries;
    this.#render();
    if (document.activeElement === this.input) this.#completions.update(entries);
  }

  #typed(): void {
    this.#typedAt = performance.now();
    clearTimeout(this.#typing);
    const wait = UNFINISHED.test(this.input.value) ? PAUSE_MS : TYPING_MS;
    this.#typing = setTimeout(() => this.#actions.change(this.input.value.trim()), wait);
    this.#offer();
  }

  #offer(): void {
    this.#completions.show(this.#entries);
  }

  #commit(): void {
    const isPending = this.input.value.trim() !== formatFilter(this.#words);
    this.#typedAt = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#typing);
    if (isPending) this.#actions.change(this.input.value.trim());
    this.#actions.committed();
  }

  #render(): void {
    const focused = [...this.#chips.children].indexOf(document.activeElement ?? this.input);
    show(
      this.#chips,
      html`${this.#words.map((word, index) => this.#chip(word, index))}${this.#suggestions()}`,
    );
    if (focused < 0 || document.activeElement === this.#chips.children[focused]) return;
    const chips = this.#chips.querySelectorAll<HTMLElement>('[data-word]');
    (chips[Math.min(focused, chips.length - 1)] ?? this.input).focus();
  }

  /** Words that are not in the filter, with their numbers of entries; and values of the status and of the method. */
  #suggestions(): Markup {
    const values = (label: string, of: string) => html`
      <button type="button" class="chip add" key=${label} onClick=${({ currentTarget }: { currentTarget: HTMLElement }) => this.#actions.showValues(of, currentTarget)}>${icon('plus')}${label}</button>`;
    const known = new Set(this.#words.map(({ text }) => text));
    const counted = SUGGESTED.filter(([, word]) => !known.has(word))
      .map(([label, word, test]) => ({ label, word, count: this.#entries.filter(test).length }))
      .filter(({ count }) => count > 0);
    if (this.#entries.length === 0) return html``;
    return html`
      ${values('Status', 'status')}${values('Method', 'method')}${values('Values', 'path')}
      ${counted.map(
        ({ label, word, count }) => html`
          <button type="button" class="chip add wide-only" key=${label} title=${word} onClick=${() => this.#change([...this.#words, { text: word, isOff: false }])}>${label} <b>${formatCount(count)}</b></button>`,
      )}`;
  }

  #chip({ text, isOff }: FilterWord, index: number): Markup {
    const negated = text.startsWith('-') ? text.slice(1) : `-${text}`;
    const remove = () => this.#change(this.#words.toSpliced(index, 1));
    const negate = () => {
      if (text !== OR) this.#change(this.#words.with(index, { text: negated, isOff }));
    };
    const toggle = () => this.toggle(index);
    const actionOf = ({ shiftKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent) =>
      ctrlKey || metaKey ? toggle : shiftKey ? negate : remove;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event;
      if (key !== 'Enter' && key !== 'Delete' && key !== 'Backspace') return;
      event.preventDefault();
      event.stopPropagation();
      (key === 'Enter' ? actionOf(event) : remove)();
    };
    // Ctrl+click of macOS, and a long touch.
    const onContextMenu = (event: PointerEvent) => {
      if (!event.ctrlKey && event.pointerType !== 'touch') return;
      event.preventDefault();
      toggle();
    };
    const [, name = '', value = text] = /^(-?[\w-]+:)(.*)$/s.exec(text) ?? [];
    const classes = ['chip', isOff && 'off', !isOff && text.startsWith('-') && 'not']
      .filter(Boolean)
      .join(' ');
    return html`
      <button type="button" key=${`word ${index}`} data-word=${text} class=${classes} aria-label=${isOff ? `Remove ${text}, which is switched off` : `Remove ${text} from the filter`}
        aria-keyshortcuts="Delete Shift+Enter Control+Enter" title=${`Click removes, Shift+click negates, Ctrl+click switches ${isOff ? 'on' : 'off'}`}
        onClick=${(event: MouseEvent) => actionOf(event)()} onKeyDown=${onKeyDown} onContextMenu=${onContextMenu}><span><b>${name}</b>${value}</span>${icon('close')}</button>`;
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
    this.#actions.change(formatFilter(words));
  }

  setInvalid(isInvalid: boolean): void {
    if (isInvalid) this.input.setAttribute('aria-invalid', 'true');
    else this.input.removeAttribute('aria-invalid');
  }
}
