import { button, el } from '../../../../../http/pages/browser/dom.ts';
import { find } from '../../../../../http/pages/browser/elements.ts';
import type { Summary } from '../summary.ts';
import { splitFilter } from './filter-words.ts';

const TYPING_MS = 250;

/** Words that begin conditions, in the order of their use. */
const NAMES = [
  ...['method:', 'path:', 'status:', 'status:>=400', 'type:json', 'header:', 'body:', 'query:', 'target:'],
  ...[
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
  ],
  ...['connection:', 'protocol:', 'rule:', 'is:pending', 'is:websocket', 'is:sse', 'is:again', 'is:own'],
  ...['is:marked', 'is:fault', 'is:unmatched', 'OR'],
];

/** The field of the filter with its words below, which can be removed or negated. */
export class FilterBox {
  readonly input = find(document, '#filter', HTMLInputElement);
  readonly #chips = find(document, '#chips', HTMLElement);
  readonly #words = find(document, '#filter-words', HTMLElement);
  readonly #onChange: (text: string) => void;
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

  show(text: string): void {
    clearTimeout(this.#typing);
    if (this.input.value.trim() !== text) this.input.value = text;
    const words = splitFilter(text);
    this.#chips.replaceChildren(
      ...words.map((word, index) => {
        const without = words.filter((_, at) => at !== index);
        const chip = button(`${word} ×`, () => this.#onChange(without.join(' ')), {
          'aria-label': `Remove ${word} from the filter`,
          title: 'Click removes, Shift+click negates',
        });
        chip.addEventListener(
          'click',
          (event) => {
            if (!event.shiftKey) return;
            event.stopImmediatePropagation();
            const negated = word.startsWith('-') ? word.slice(1) : `-${word}`;
            this.#onChange(words.with(index, negated).join(' '));
          },
          true,
        );
        return chip;
      }),
    );
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
    this.#words.replaceChildren(
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
