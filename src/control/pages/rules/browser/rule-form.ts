import { find } from '#pages/browser/elements.ts';
import { showFieldError } from '#pages/browser/field-error.ts';
import { show } from '#pages/browser/show.ts';
import { plural } from '#pages/plural.ts';
import { parseHeaderLines, parseValue } from '../../bins/response-fields.ts';
import type { Api } from '../../browser/api.ts';
import { faultPicture } from '../fault-picture.ts';

/** Time from the last change to the check of the rule. */
const CHECK_DELAY_MS = 300;

/** The form of a rule: fields that make JSON, which is what is sent. */
export class RuleForm {
  readonly element: HTMLFormElement;
  readonly #json: HTMLTextAreaElement;
  readonly #effect: HTMLSelectElement;
  readonly #times: HTMLSelectElement;
  readonly #fault: HTMLInputElement;
  readonly #faultChoice: HTMLSelectElement;
  readonly #path: HTMLInputElement;
  readonly #every: HTMLInputElement;
  readonly #matches: HTMLElement;
  readonly #api: Api;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checks = 0;

  constructor(api: Api) {
    this.#api = api;
    this.element = find(document, '#rule-form', HTMLFormElement);
    this.#json = find(this.element, '#rule-json', HTMLTextAreaElement);
    this.#effect = find(this.element, '[name=effect]', HTMLSelectElement);
    this.#times = find(this.element, '[name=times]', HTMLSelectElement);
    this.#fault = find(this.element, '[name=fault]', HTMLInputElement);
    this.#faultChoice = find(this.element, '[name=fault_choice]', HTMLSelectElement);
    this.#path = find(this.element, '[name=path]', HTMLInputElement);
    this.#every = find(this.element, '[name=every]', HTMLInputElement);
    this.#matches = find(this.element, '#rule-matches', HTMLElement);
    // Only rules that respond apply to all requests unless they say otherwise.
    this.#effect.addEventListener('input', () => {
      this.#times.value = this.#effect.value === 'respond' || this.#effect.value === 'pass' ? 'all' : 'next';
    });
    // Before the listener of the form.
    this.#faultChoice.addEventListener('input', () => {
      if (this.#faultChoice.value !== '') this.#fault.value = this.#faultChoice.value;
    });
    this.element.addEventListener('input', ({ target }) => {
      if (target !== this.#json) this.showFields();
      else this.#checkLater();
    });
    this.#json.addEventListener('blur', () => void this.#check());
    this.showFields();
  }

  /** Shows the fields of the effect, and the JSON that the fields make. */
  showFields(): void {
    for (const part of this.element.querySelectorAll<HTMLElement>('[data-effect]'))
      part.hidden = part.dataset.effect !== this.#effect.value;
    for (const part of this.element.querySelectorAll<HTMLElement>('[data-times]'))
      part.hidden = part.dataset.times !== this.#times.value;
    const fault = this.#fault.value.trim();
    const options = [...this.#faultChoice.options];
    const option = options.find(({ value }) => value === fault) ?? options.find(({ value }) => value === '');
    if (option) this.#faultChoice.value = option.value;
    const picture = find(this.element, '#fault-picture', HTMLElement);
    show(picture, faultPicture(fault, option?.dataset.client));
    this.#write(buildRule(new FormData(this.element)));
  }

  /** Shows a rule as JSON, and leaves the fields as they are, except that a known rule may apply to every request. */
  show(rule: object): void {
    this.#every.checked = appliesToAll(rule);
    this.#write(rule);
  }

  #write(rule: object): void {
    showFieldError(this.#path, undefined);
    this.#json.value = JSON.stringify(rule, null, 2);
    this.#checkLater();
  }

  #checkLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), CHECK_DELAY_MS);
  }

  /** Shows how many recorded requests the rule matches, or its problem. */
  async #check(): Promise<void> {
    const check = ++this.#checks;
    let problem: string | undefined;
    let text = '';
    try {
      const body: unknown = JSON.parse(this.#json.value);
      const options = { method: 'POST', body };
      const found = await this.#api.json<{ matched: number; compared: number }>(
        '/_sparring/rules/check',
        options,
      );
      text =
        found.compared === 0
          ? 'No request is recorded yet.'
          : `Matches ${found.matched} of the last ${plural(found.compared, 'request')}.`;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    // A later check has another rule.
    if (check !== this.#checks) return;
    showFieldError(this.#json, problem);
    this.#matches.textContent = text;
  }

  focus(): void {
    this.#json.focus();
    this.#json.setSelectionRange(0, 0);
  }

  /** The rule to send. @throws Error when the text is not JSON, and for every request without the decision of the user. */
  read(): unknown {
    const rule = this.#parse();
    if (!appliesToAll(rule) || this.#every.checked) return rule;
    showFieldError(this.#path, CONDITION_NEEDED);
    this.#path.focus();
    throw new Error(CONDITION_NEEDED);
  }

  #parse(): unknown {
    try {
      return JSON.parse(this.#json.value);
    } catch (error) {
      this.#json.focus();
      throw new SyntaxError(`The rule is not JSON: ${error instanceof Error ? error.message : error}`);
    }
  }
}

const CONDITION_NEEDED =
  'A rule without a condition acts on every request. Enter a method or a path, or select “Every request”.';

/** Whether the rule has no condition, and no bin. */
function appliesToAll(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null || ('bin' in rule && rule.bin !== null)) return false;
  const match: unknown = 'match' in rule ? rule.match : undefined;
  return (
    match === undefined || (typeof match === 'object' && match !== null && Object.keys(match).length === 0)
  );
}

function buildRule(values: FormData): object {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const match = ['method', 'path'].flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]));
  const effect = text('effect');
  return {
    match: {
      ...Object.fromEntries(match),
      ...parseHeaderMatch(text('header')),
      ...buildCaller(text('login')),
    },
    [effect]: buildEffect(effect, text),
    ...(text('bin') !== '' && { bin: text('bin') }),
    ...buildTimes(effect, text),
  };
}

function buildEffect(effect: string, text: (name: string) => string): unknown {
  if (effect === 'respond') {
    const headers = parseHeaderLines(text('headers'));
    return {
      status: parseValue(text('status')),
      ...(headers.length > 0 && { headers }),
      ...parseContent(text('content'), text('type')),
    };
  }
  if (effect === 'error')
    return {
      status: Number(text('error_status')),
      ...(text('message') !== '' && { message: text('message') }),
      ...(text('retry_after') !== '' && { retry_after: Number(text('retry_after')) }),
    };
  if (effect === 'fault') return text(effect);
  if (effect === 'dribble') return `${text('chunks')},${text('dribble_time')}`;
  return effect === 'delay' ? parseDelay(text('delay'), Number(text('spread'))) : true;
}

/** A time, or a range of times. */
function parseDelay(seconds: string, spread: number): number | string {
  const start = parseValue(seconds);
  if (!(spread > 0) || typeof start !== 'number') return start;
  return `${start}..${Number((start + spread).toFixed(6))}`;
}

/** To how many requests the rule applies. */
function buildTimes(effect: string, text: (name: string) => string): object {
  const times = text('times');
  // Rules with another effect apply once unless they say otherwise.
  const all = effect === 'respond' || effect === 'pass' ? {} : { count: 0 };
  if (times === 'next') {
    const count = Number(text('count'));
    return count === 1 && 'count' in all ? {} : { count };
  }
  if (times === 'share') return { ...all, probability: Number(text('probability')) / 100 };
  if (times === 'connections') return { ...all, toxicity: Number(text('toxicity')) / 100 };
  return all;
}

function parseContent(content: string, type: string): object {
  const named = type === '' ? {} : { type };
  if (content === '') return named;
  try {
    return { json: JSON.parse(content), ...named };
  } catch {
    return { body: content, ...named };
  }
}

/** The condition for a header, from its name or from its name and value. */
function parseHeaderMatch(text: string): object {
  const [pair] = parseHeaderLines(text);
  if (!pair) return {};
  const [name, value] = pair;
  return { headers: { [name]: text.includes(':') ? value : { like: '*' } } };
}

function buildCaller(login: string): object {
  return login === '' ? {} : { caller: { login } };
}
