import { find } from '#pages/browser/elements.ts';
import { showFieldError } from '#pages/browser/field-error.ts';
import { show } from '#pages/browser/show.ts';
import { html } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';
import { ContentChoice } from '#testing/builder/response/browser/content-choice.ts';
import { enableRows, readPairs, writePairs } from '#testing/builder/response/browser/form.ts';
import { previewView } from '#testing/builder/response/preview.ts';
import { describeJsonProblem } from '#testing/builder/response/respond.ts';
import type { ResponsePreview } from '#testing/responses/send/preview-schema.ts';
import { type Api, ApiError } from '../../browser/api.ts';
import { fieldOfProblem } from '../../browser/problem-fields.ts';
import { type RequestRow, requestRows } from '../../requests/request-rows.ts';
import { faultPicture } from '../fault-picture.ts';
import { appliesToAll, buildRule, readRule } from '../rule-fields.ts';

/** Time from the last change to the check of the rule. */
const CHECK_DELAY_MS = 300;

interface CheckedRule {
  readonly matched: number;
  readonly compared: number;
  readonly latest: readonly RequestRow[];
  readonly preview: ResponsePreview | null;
}

/** The form of a rule: fields that make JSON, which is what is sent. A rule that the fields cannot show is edited as JSON. */
export class RuleForm {
  readonly element = find(document, '#rule-form', HTMLFormElement);
  readonly #submit = find(this.element, '#rule-submit', HTMLButtonElement);
  readonly #json = find(this.element, '#rule-json', HTMLTextAreaElement);
  readonly #fields = find(this.element, '#rule-fields', HTMLElement);
  readonly #response = find(this.element, '[data-effect=respond]', HTMLElement);
  readonly #times = find(this.element, '[name=times]', HTMLSelectElement);
  readonly #fault = find(this.element, '[name=fault]', HTMLInputElement);
  readonly #faultChoice = find(this.element, '[name=fault_choice]', HTMLSelectElement);
  readonly #every = find(this.element, '[name=every]', HTMLInputElement);
  readonly #everyBox = find(this.element, '#every', HTMLElement);
  readonly #problem = find(this.element, '#rule-problem', HTMLElement);
  readonly #preview = find(document, '#rule-preview', HTMLElement);
  readonly #matches = find(document, '#rule-matches', HTMLElement);
  readonly #content = new ContentChoice(this.element);
  readonly #api: Api;
  #others: Readonly<Record<string, unknown>> = {};
  #checked: CheckedRule | undefined;
  #isValid = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checks = 0;

  constructor(api: Api) {
    this.#api = api;
    enableRows();
    // Only rules that respond apply to all requests unless they say otherwise.
    for (const control of this.element.querySelectorAll('[name=effect], [name=other]'))
      control.addEventListener('input', () => {
        this.#times.value = ['respond', 'pass'].includes(this.#effect) ? 'all' : 'next';
      });
    // Before the listener of the form.
    this.#faultChoice.addEventListener('input', () => {
      if (this.#faultChoice.value !== '') this.#fault.value = this.#faultChoice.value;
    });
    this.element.addEventListener('input', ({ target }) => {
      if (target === this.#every) this.#showState();
      else if (target === this.#json) this.#checkLater();
      else this.showFields();
    });
    this.#json.addEventListener('blur', () => void this.#check());
    this.showFields();
  }

  /** Empties the form. */
  clear(): void {
    this.element.reset();
    this.#others = {};
    this.#isShown(true);
    this.#content.read();
    this.showFields();
  }

  /** Shows the fields of the effect, and the JSON that the fields make. */
  showFields(): void {
    const { effect, times } = this.#texts();
    for (const part of this.element.querySelectorAll<HTMLElement>('[data-effect]'))
      part.hidden = part.dataset.effect !== effect;
    for (const part of this.element.querySelectorAll<HTMLElement>('[data-times]'))
      part.hidden = part.dataset.times !== times;
    const fault = this.#fault.value.trim();
    const options = [...this.#faultChoice.options];
    const option = options.find(({ value }) => value === fault) ?? options.find(({ value }) => value === '');
    if (option) this.#faultChoice.value = option.value;
    show(find(this.element, '#fault-picture', HTMLElement), faultPicture(fault, option?.dataset.client));
    this.#write(
      buildRule({ texts: this.#texts(), response: readPairs(this.#response), others: this.#others }),
    );
  }

  /** Shows a rule in the fields, or as JSON. A known rule may apply to every request. */
  show(rule: Readonly<Record<string, unknown>>): void {
    this.clear();
    const fields = readRule(rule);
    this.#isShown(fields !== undefined);
    if (fields) {
      this.#others = fields.others;
      for (const [name, value] of Object.entries(fields.texts)) this.#set(name, value);
      writePairs(this.#response, fields.response);
      this.#content.read();
      this.showFields();
    } else this.#write(rule);
    this.#every.checked = appliesToAll(rule);
    this.#showState();
  }

  focus(): void {
    find(document, '#edit', HTMLElement).scrollIntoView();
    const first = this.#fields.hidden ? this.#json : find(this.element, '[name=method]', HTMLInputElement);
    first.focus();
    first.setSelectionRange(0, 0);
  }

  /** The rule to send; undefined while it is not valid, or needs the decision of the user. */
  read(): unknown {
    return this.#canAdd() ? this.#parse() : undefined;
  }

  /** Shows an error at its field. */
  reject(error: unknown): void {
    this.#isValid = false;
    this.#showProblem(error);
    this.#showState();
  }

  get #effect(): string {
    const { effect, other } = this.#texts();
    return (effect === 'other' ? other : effect) ?? '';
  }

  #texts(): Record<string, string> {
    return Object.fromEntries([...new FormData(this.element)].map(([name, value]) => [name, String(value)]));
  }

  #set(name: string, value: string): void {
    for (const control of this.element.querySelectorAll<HTMLInputElement>(`[name="${name}"]`))
      if (control.type === 'radio') control.checked = control.value === value;
      else control.value = value;
    const control = this.element.querySelector(`[name="${name}"]`);
    if (value !== '' && control?.closest('#rule-fields details'))
      control.closest('details')?.setAttribute('open', '');
  }

  #isShown(hasFields: boolean): void {
    this.#fields.hidden = !hasFields;
    find(this.element, '#form-state', HTMLElement).hidden = hasFields;
    find(this.element, '#rule-json-part', HTMLDetailsElement).open = !hasFields;
  }

  #write(rule: object): void {
    this.#json.value = JSON.stringify(rule, null, 2);
    this.#checkLater();
    this.#showState();
  }

  #parse(): unknown {
    try {
      return JSON.parse(this.#json.value);
    } catch {
      return undefined;
    }
  }

  #canAdd(): boolean {
    return this.#isValid && (this.#every.checked || !appliesToAll(this.#parse()));
  }

  #checkLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), CHECK_DELAY_MS);
  }

  /** Checks the rule, and shows what it would do and which recorded requests it matches. */
  async #check(): Promise<void> {
    clearTimeout(this.#timer);
    const check = ++this.#checks;
    try {
      const body: unknown = JSON.parse(this.#json.value);
      const checked = await this.#api.json<CheckedRule>('/_sparring/rules/check', { method: 'POST', body });
      // A later check has another rule.
      if (check !== this.#checks) return;
      this.#checkJson();
      this.#checked = checked;
      this.#isValid = true;
      this.#showProblem(undefined);
    } catch (error) {
      if (check !== this.#checks) return;
      this.#isValid = false;
      this.#showProblem(error);
    }
    this.#showState();
  }

  /** JSON content is sent as it is typed, so that the server does not parse it. @throws ApiError */
  #checkJson(): void {
    if (this.#fields.hidden || this.#effect !== 'respond') return;
    const message = describeJsonProblem(readPairs(this.#response));
    if (message !== undefined)
      throw new ApiError(0, message, undefined, [{ pointer: '/respond/json', message }]);
  }

  /** One error, at its field if a visible field has it. */
  #showProblem(error: unknown): void {
    for (const control of this.element.querySelectorAll<HTMLInputElement>('[aria-invalid]'))
      showFieldError(control, undefined);
    this.#problem.hidden = true;
    if (error === undefined) return;
    const found = this.#fields.hidden ? undefined : fieldOfProblem(this.element, error);
    const text = error instanceof Error ? error.message : String(error);
    if (found) showFieldError(found.control, found.message);
    else if (this.#fields.hidden || error instanceof SyntaxError) showFieldError(this.#json, text);
    else {
      this.#problem.textContent = text;
      this.#problem.hidden = false;
    }
  }

  #showState(): void {
    const isForAll = appliesToAll(this.#parse());
    this.#everyBox.hidden = !isForAll;
    this.#submit.disabled = !this.#canAdd();
    const checked = this.#checked;
    if (!checked) return;
    const { matched, compared, latest, preview } = checked;
    find(this.element, '#every-count', HTMLElement).textContent =
      compared === 0
        ? 'No request is recorded yet.'
        : `It takes ${matched} of the last ${plural(compared, 'request')}.`;
    show(
      this.#preview,
      preview
        ? previewView(preview, !this.#isValid)
        : html`<p class="soft">${WITHOUT_PREVIEW[this.#effect] ?? 'What the service sends, with the effect of the rule.'}</p>`,
    );
    show(
      this.#matches,
      html`
        <p class="soft" role="status">${compared === 0 ? 'No request is recorded yet.' : `Matches ${matched} of the last ${plural(compared, 'request')}.`}</p>
        ${latest.length === 0 ? null : requestRows('Matching requests', latest)}
        ${matched > latest.length && latest.length > 0 ? html`<p class="soft small">and ${matched - latest.length} more</p>` : null}`,
    );
  }
}

/** What a client gets from effects that compose no response. */
const WITHOUT_PREVIEW: Readonly<Record<string, string>> = {
  error: 'The error in the form of the service that the request is for.',
  fault: 'The response of the endpoint, with the fault.',
  delay: 'The response of the endpoint, later.',
  dribble: 'The response of the endpoint, in chunks over the time.',
  drop: 'No byte: the server closes the connection.',
  pass: 'The response of the endpoint.',
};
