import { find } from '../../../../../http/pages/browser/elements.ts';

/** The form of a rule: fields that make JSON, which is what is sent. */
export class RuleForm {
  readonly element: HTMLFormElement;
  readonly #json: HTMLTextAreaElement;
  readonly #effect: HTMLSelectElement;

  constructor() {
    this.element = find(document, '#rule-form', HTMLFormElement);
    this.#json = find(this.element, '#rule-json', HTMLTextAreaElement);
    this.#effect = find(this.element, '[name=effect]', HTMLSelectElement);
    this.element.addEventListener('input', ({ target }) => {
      if (target !== this.#json) this.showFields();
    });
    this.showFields();
  }

  /** Shows the fields of the effect, and the JSON that the fields make. */
  showFields(): void {
    for (const part of this.element.querySelectorAll<HTMLElement>('[data-effect]'))
      part.hidden = part.dataset.effect !== this.#effect.value;
    this.show(toRule(new FormData(this.element)));
  }

  /** Shows a rule as JSON, and leaves the fields as they are. */
  show(rule: object): void {
    this.#json.value = JSON.stringify(rule, null, 2);
  }

  focus(): void {
    this.#json.focus();
    this.#json.setSelectionRange(0, 0);
  }

  /** The rule to send. @throws SyntaxError when the text is not JSON */
  read(): unknown {
    try {
      return JSON.parse(this.#json.value);
    } catch (error) {
      this.#json.focus();
      throw new SyntaxError(`The rule is not JSON: ${error instanceof Error ? error.message : error}`);
    }
  }
}

function toRule(values: FormData): object {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const match = ['method', 'path'].flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]));
  const number = (name: string, usual: number) =>
    text(name) === '' || Number(text(name)) === usual ? {} : { [name]: Number(text(name)) };
  const effect = text('effect');
  return {
    match: { ...Object.fromEntries(match), ...toHeaderMatch(text('header')), ...toCaller(text('login')) },
    [effect]: toEffect(effect, text),
    ...(text('bin') !== '' && { bin: text('bin') }),
    // Rules with another effect apply once unless they say otherwise.
    ...number('count', effect === 'respond' || effect === 'pass' ? 0 : 1),
    ...number('probability', 1),
    ...number('toxicity', 1),
  };
}

function toEffect(effect: string, text: (name: string) => string): unknown {
  if (effect === 'respond') {
    const headers = toHeaders(text('headers'));
    return {
      status: toValue(text('status')),
      ...(headers.length > 0 && { headers }),
      ...toContent(text('content'), text('type')),
    };
  }
  if (effect === 'error')
    return {
      status: Number(text('error_status')),
      ...(text('message') !== '' && { message: text('message') }),
      ...(text('retry_after') !== '' && { retry_after: Number(text('retry_after')) }),
    };
  if (effect === 'fault' || effect === 'dribble') return text(effect);
  return effect === 'delay' ? toValue(text('delay')) : true;
}

function toContent(content: string, type: string): object {
  const named = type === '' ? {} : { type };
  if (content === '') return named;
  try {
    return { json: JSON.parse(content), ...named };
  } catch {
    return { body: content, ...named };
  }
}

/** A list of names and values, from lines. */
export function toHeaders(text: string): [string, string][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    });
}

/** The condition for a header, from its name or from its name and value. */
function toHeaderMatch(text: string): object {
  const [pair] = toHeaders(text);
  if (!pair) return {};
  const [name, value] = pair;
  return { headers: { [name]: text.includes(':') ? value : { like: '*' } } };
}

function toCaller(login: string): object {
  return login === '' ? {} : { caller: { login } };
}

/** A number if the text is one. */
function toValue(text: string): number | string {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
