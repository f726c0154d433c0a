import { find } from '#pages/browser/elements.ts';
import { CONTENT_CHOICE, CONTENT_KINDS } from '../fields.ts';

type ContentField = HTMLInputElement | HTMLTextAreaElement;

/** The choice between the kinds of content, of which one has a value at a time. */
export class ContentChoice {
  readonly #radios: readonly HTMLInputElement[];
  readonly #fields: readonly ContentField[];

  /** @param root contains the fields of a response */
  constructor(root: ParentNode) {
    const content = find(root, '.content-choice', HTMLElement);
    this.#radios = [...content.querySelectorAll<HTMLInputElement>(`[name="${CONTENT_CHOICE}"]`)];
    this.#fields = CONTENT_KINDS.flatMap((kind) => [
      ...content.querySelectorAll<ContentField>(`:is(input, textarea)[name="${kind}"]`),
    ]);
    find(content, 'fieldset', HTMLFieldSetElement).disabled = false;
    for (const radio of this.#radios)
      radio.addEventListener('input', (event) => {
        // The field below reports the change of the form.
        event.stopPropagation();
        this.#choose(radio.value);
      });
    this.read();
  }

  /** Shows the kind that has a value, or the chosen one. */
  read(): void {
    const filled = this.#fields.find(({ value }) => value !== '')?.name;
    const chosen = filled ?? this.#radios.find(({ checked }) => checked)?.value ?? CONTENT_KINDS[0];
    for (const radio of this.#radios) radio.checked = radio.value === chosen;
    this.#show(chosen);
  }

  /** The chosen field takes the text of the others, if it can have it. */
  #choose(kind: string): void {
    const text = this.#fields.find(({ value }) => value !== '')?.value ?? '';
    for (const field of this.#fields) {
      const takes = field.name === kind && (kind !== 'bytes' || /^\d+$/.test(text));
      field.value = takes ? text : '';
    }
    this.#show(kind);
    this.#fields.find(({ name }) => name === kind)?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** A field with a value is shown, too: a link can have several, which is an error. */
  #show(kind: string): void {
    for (const field of this.#fields) {
      const box = field.closest<HTMLElement>('.field');
      if (box) box.hidden = field.name !== kind && field.value === '';
    }
  }
}
