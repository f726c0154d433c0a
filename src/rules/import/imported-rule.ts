import type { ResponseForm, StepForm } from '#testing/responses/composition/json-form.ts';
import type { RuleInput } from '../rule.ts';

/** Maximum number of steps of a list. */
export const MAX_STEPS = 64;
/** Maximum number of requests that get a step. */
const MAX_TIMES = 1000;

/** A rule to which the responses of equal requests are added. Equal responses in a row are one step. */
export class ImportedRule {
  readonly notes: { readonly entry: number; readonly note: string }[] = [];
  readonly #base: RuleInput;
  readonly #steps: { readonly form: ResponseForm; readonly text: string; times: number }[] = [];

  constructor(base: RuleInput) {
    this.#base = base;
  }

  /** What distinguishes requests for certain. A rule for GET responds to HEAD, too. */
  get place(): string {
    const { method, path, query, query_only: isOnly } = this.#base.match ?? {};
    return JSON.stringify([method === 'HEAD' ? 'GET' : method, path, isOnly && query]);
  }

  /** Greater than that of a rule of the place whose match contains all requests of this one. */
  get weight(): number {
    const { method, query, body } = this.#base.match ?? {};
    return method === 'HEAD' ? Number.POSITIVE_INFINITY : JSON.stringify([query, body]).length;
  }

  get isFull(): boolean {
    return this.#steps.length === MAX_STEPS;
  }

  /** Whether the last response is equal, and can be sent once more. @param text the response as JSON. */
  repeats(text: string): boolean {
    const last = this.#steps.at(-1);
    return last?.text === text && last.times < MAX_TIMES;
  }

  repeat(): void {
    const last = this.#steps.at(-1);
    if (last) last.times++;
  }

  add(form: ResponseForm, text: string): void {
    this.#steps.push({ form, text, times: 1 });
  }

  toInput(): RuleInput {
    const steps = this.#steps.map(({ form, times }): StepForm => (times === 1 ? form : { ...form, times }));
    const [first = {}, ...others] = steps;
    const { bin, ...rule } = this.#base;
    return {
      ...rule,
      respond: others.length === 0 && this.#steps[0]?.times === 1 ? first : steps,
      ...(bin !== undefined && { bin }),
    };
  }
}
