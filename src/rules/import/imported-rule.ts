import type { ResponseForm, StepForm } from '../../responses/composition/json-form.ts';
import type { RuleInput } from '../rule.ts';

/** Maximum number of steps of a list, and of the requests that get one of them. */
const MAX_STEPS = 64;
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

  /** Whether the response is one more use of the last step, or the list can have one more step. */
  accepts(form: ResponseForm): boolean {
    return this.#steps.length < MAX_STEPS || this.#repeats(JSON.stringify(form));
  }

  readonly problem = `has one of more than ${MAX_STEPS} different responses to equal requests`;

  add(form: ResponseForm): void {
    const text = JSON.stringify(form);
    const last = this.#steps.at(-1);
    if (last && this.#repeats(text)) last.times++;
    else this.#steps.push({ form, text, times: 1 });
  }

  #repeats(text: string): boolean {
    const last = this.#steps.at(-1);
    return last?.text === text && last.times < MAX_TIMES;
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
