import { find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { field } from '#pages/components/field.ts';
import { html } from '#pages/html.ts';
import { joinFault, splitFault } from '../../responses/faults/syntax.ts';
import { type ChosenFault, type FaultChoice, toChosen, toFaultText } from '../fault-choice.ts';

/** The choices that write the directive `fault`, and follow it when it is typed. */
export class FaultForm {
  readonly #form = find(document, '#fault-form', HTMLElement);
  readonly #text = find(document, '#fault', HTMLInputElement);
  readonly #kind = find(document, '#fault-kind', HTMLSelectElement);
  readonly #variant = find(document, '#fault-variant', HTMLSelectElement);
  readonly #number = find(document, '#fault-number', HTMLInputElement);
  readonly #place = find(document, '#fault-place', HTMLSelectElement);
  readonly #bytes = find(document, '#fault-bytes', HTMLInputElement);
  readonly #options = find(document, '#fault-options', HTMLElement);
  readonly #summary = find(document, '#fault-summary', HTMLElement);
  readonly #kinds: readonly FaultChoice[] = JSON.parse(this.#form.dataset.faults ?? '[]');

  constructor() {
    this.#text.addEventListener('input', ({ isTrusted }) => {
      if (isTrusted) this.read();
    });
    this.#form.addEventListener('input', (event) => {
      // The form of the page reads the text, which is not complete yet.
      event.stopPropagation();
      this.#write();
      // Another kind or variant has other choices. A number stays as it is typed.
      if (event.target instanceof HTMLSelectElement) this.read();
    });
  }

  /** Shows the choices of the text. */
  read(): void {
    const parts = splitFault(this.#text.value);
    const kind = this.#kinds.find(({ name }) => name === parts?.kind);
    this.#kind.value = kind?.name ?? '';
    if (kind && parts) {
      const chosen = toChosen(kind, parts);
      this.#fill(kind, chosen);
      this.#number.value = chosen.number;
      this.#bytes.value = chosen.bytes;
    }
    this.#show(kind);
  }

  #write(): void {
    const kind = this.#kinds.find(({ name }) => name === this.#kind.value);
    const chosen = {
      variant: this.#variant.value,
      number: this.#number.value,
      place: this.#place.value,
      bytes: this.#bytes.value,
      options: this.#readOptions(),
    };
    this.#text.value = kind ? joinFault({ kind: kind.name, ...toFaultText(kind, chosen) }) : '';
    this.#text.dispatchEvent(new Event('input', { bubbles: true }));
  }

  #readOptions(): Record<string, string> {
    const inputs = [...this.#options.querySelectorAll('input')];
    return Object.fromEntries(
      inputs
        .filter(({ type, checked, value }) => (type === 'checkbox' ? checked : value !== ''))
        .map(({ type, id, value }) => [id.replace('fault-option-', ''), type === 'checkbox' ? '' : value]),
    );
  }

  /** Offers what the kind has. */
  #fill(kind: FaultChoice, { variant, place, options }: ChosenFault): void {
    show(
      this.#variant,
      kind.variants.map(({ name }) => html`<option value=${name}>${name}</option>`),
    );
    this.#variant.value = variant;
    show(
      this.#place,
      kind.places.map((name) => html`<option value=${name}>${PLACES[name] ?? name}</option>`),
    );
    this.#place.value = place;
    show(
      this.#options,
      kind.options.map(({ name, isFlag }) => {
        const id = `fault-option-${name}`;
        const value = options[name];
        return isFlag
          ? html`<label class="check"><input type="checkbox" id=${id} checked=${value !== undefined} /><span>${name}</span></label>`
          : field(
              { id, label: name },
              (input) => html`<input type="number" min="0" step="any" value=${value ?? ''} ...${input} />`,
            );
      }),
    );
  }

  #show(kind: FaultChoice | undefined): void {
    const variant = kind?.variants.find(({ name }) => name === this.#variant.value);
    showField(this.#variant, variant !== undefined);
    showField(this.#number, variant?.number !== undefined);
    if (variant?.number) {
      this.#number.min = String(variant.number.minimum);
      this.#number.max = String(variant.number.maximum);
      this.#number.placeholder = String(variant.number.minimum);
    }
    showField(this.#place, (kind?.places.length ?? 0) > 0);
    showField(this.#bytes, kind !== undefined && this.#place.value.endsWith('N'));
    this.#bytes.min = '0';
    this.#bytes.placeholder = '1';
    this.#options.hidden = !kind || kind.options.length === 0;
    const isOverHttp2 = kind?.isOverHttp2 && (variant?.isOverHttp2 ?? true);
    this.#summary.textContent = kind
      ? [
          kind.summary,
          variant?.summary ?? '',
          `The client typically reports: ${variant?.client ?? kind.client}.`,
          isOverHttp2 ? '' : 'HTTP/1.1 only.',
        ]
          .filter(Boolean)
          .join(' ')
          .replaceAll('`', '')
      : '';
  }
}

const PLACES: Readonly<Record<string, string>> = {
  request: 'after the head of the request',
  'request:N': 'after N bytes of the request',
  start: 'before the response',
  headers: 'after the head of the response',
  N: 'after N bytes of content',
  end: 'after the content',
};

function showField(control: HTMLElement, isVisible: boolean): void {
  const box = control.closest<HTMLElement>('.field');
  if (box) box.hidden = !isVisible;
}
