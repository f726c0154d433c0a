import { button, el } from '#pages/browser/dom.ts';
import { announce, find } from '#pages/browser/elements.ts';
import { formatSegments } from '../../responses/composition/segments.ts';
import type { Pair } from '../response/respond.ts';

const MAX_STEPS = 64;

type Step = readonly Pair[];

/** The steps of a sequence, of which the form shows the selected one. */
export class Steps {
  readonly #list = find(document, '#step-list ol', HTMLOListElement);
  readonly #title = find(document, '#step-title', HTMLElement);
  readonly #add = find(document, '#add-step', HTMLButtonElement);
  readonly #changed: () => void;
  #steps: Step[] = [[]];
  #selected = 0;

  /** @param changed called when another step is selected, or when the steps have changed. */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.#add.addEventListener('click', () => {
      this.#steps.splice(this.#selected + 1, 0, []);
      this.select(this.#selected + 1);
      announce(`Step ${this.#selected + 1} is added.`);
    });
  }

  get all(): readonly Step[] {
    return this.#steps;
  }

  get selected(): Step {
    return this.#steps[this.#selected] ?? [];
  }

  /** Index of the selected step. */
  get index(): number {
    return this.#selected;
  }

  /** Replaces the selected step. */
  update(step: Step): void {
    this.#steps[this.#selected] = step;
    this.render();
  }

  replace(steps: readonly Step[]): void {
    this.#steps = steps.length === 0 ? [[]] : [...steps];
    this.#selected = 0;
    this.render();
  }

  select(index: number): void {
    this.#selected = index;
    this.render();
    this.#changed();
  }

  render(): void {
    const focused = document.activeElement?.getAttribute('aria-label');
    this.#title.textContent = `Step ${this.#selected + 1} of ${this.#steps.length}`;
    this.#add.disabled = this.#steps.length >= MAX_STEPS;
    this.#list.replaceChildren(...this.#steps.map((step, index) => this.#item(step, index)));
    // A button that has been replaced keeps the focus.
    if (!focused || document.activeElement !== document.body) return;
    for (const each of this.#list.querySelectorAll('button'))
      if (each.getAttribute('aria-label') === focused) each.focus();
  }

  #item(step: Step, index: number): HTMLLIElement {
    const number = index + 1;
    const isSelected = index === this.#selected;
    const text = formatSegments(step).map(decodeURIComponent).join(' / ') || 'status=200';
    const last = this.#steps.length - 1;
    return el(
      'li',
      {},
      button(`${number}. ${text}`, () => this.select(index), {
        class: 'step',
        'aria-label': `Step ${number}: ${text}`,
        'aria-current': isSelected ? 'step' : undefined,
      }),
      button('Up', () => this.#move(index, -1), {
        class: 'sm',
        'aria-label': `Move step ${number} up`,
        disabled: index === 0,
      }),
      button('Down', () => this.#move(index, 1), {
        class: 'sm',
        'aria-label': `Move step ${number} down`,
        disabled: index === last,
      }),
      button('Remove', () => this.#remove(index), {
        class: 'sm',
        'aria-label': `Remove step ${number}`,
        disabled: last === 0,
      }),
    );
  }

  #move(index: number, by: 1 | -1): void {
    const [step = []] = this.#steps.splice(index, 1);
    this.#steps.splice(index + by, 0, step);
    this.select(index + by);
    this.#focus(index + by);
    announce(`Step ${index + 1} is now step ${index + by + 1}.`);
  }

  #remove(index: number): void {
    this.#steps.splice(index, 1);
    this.select(Math.min(index, this.#steps.length - 1));
    this.#focus(this.#selected);
    announce(`Step ${index + 1} is removed.`);
  }

  #focus(index: number): void {
    this.#list.children[index]?.querySelector('button')?.focus();
  }
}
