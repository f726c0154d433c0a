import { announce, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { button } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
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
    this.#title.textContent = `Step ${this.#selected + 1} of ${this.#steps.length}`;
    this.#add.disabled = this.#steps.length >= MAX_STEPS;
    show(
      this.#list,
      this.#steps.map((step, index) => this.#item(step, index)),
    );
  }

  #item(step: Step, index: number): Markup {
    const number = index + 1;
    const text = formatSegments(step).map(decodeURIComponent).join(' / ') || 'status=200';
    const last = this.#steps.length - 1;
    const action = (label: string, name: string, disabled: boolean, onClick: () => void) =>
      button(label, { type: 'button', isSmall: true, 'aria-label': name, disabled, onClick });
    return html`
      <li>
        ${button(`${number}. ${text}`, {
          type: 'button',
          class: 'step',
          title: text,
          'aria-label': `Step ${number}: ${text}`,
          'aria-current': index === this.#selected ? 'step' : undefined,
          onClick: () => this.select(index),
        })}
        ${action('Up', `Move step ${number} up`, index === 0, () => this.#move(index, -1))}
        ${action('Down', `Move step ${number} down`, index === last, () => this.#move(index, 1))}
        ${action('Remove', `Remove step ${number}`, last === 0, () => this.#remove(index))}
      </li>`;
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
