import { find } from '../../../../http/pages/browser/elements.ts';
import { type Composition, parseTarget } from '../composition.ts';
import { FaultForm } from './fault-form.ts';
import { readPairs, setVisible, writePairs } from './form.ts';
import { Steps } from './steps.ts';

const fieldset = (selector: string) => find(document, selector, HTMLFieldSetElement);

type Lab = Composition['lab'];

/** The form as a composition. */
export class Composer {
  readonly #labs = fieldset('#lab');
  readonly #key = find(document, '#key', HTMLInputElement);
  readonly #directives = fieldset('#directives');
  readonly #step = fieldset('#step-settings');
  readonly #settings = { sequence: fieldset('#sequence-settings'), limit: fieldset('#limit-settings') };
  readonly #faults = document.querySelector('#fault-form') ? new FaultForm() : undefined;
  readonly #steps: Steps;

  /** @param changed called when the composition has changed other than by input. */
  constructor(changed: () => void) {
    this.#steps = new Steps(() => {
      this.#showStep();
      changed();
    });
    this.#labs.disabled = false;
    this.#key.value = `k-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
    this.#steps.replace([readPairs(this.#directives)]);
    this.#faults?.read();
    this.#showLab();
  }

  get lab(): Lab {
    const chosen = readPairs(this.#labs)[0]?.[1];
    return chosen === 'sequence' || chosen === 'limit' ? chosen : 'compose';
  }

  /** Index of the step that the form shows. */
  get step(): number {
    return this.lab === 'sequence' ? this.#steps.index : 0;
  }

  get composition(): Composition {
    const { lab } = this;
    return {
      lab,
      key: lab === 'compose' ? '' : this.#key.value.trim(),
      settings: lab === 'compose' ? [] : readPairs(this.#settings[lab]),
      steps: lab === 'sequence' ? this.#steps.all : [readPairs(this.#directives)],
    };
  }

  /** Takes the input of the user. */
  update(): void {
    this.#showLab();
    const own = this.lab === 'sequence' ? readPairs(this.#step) : [];
    this.#steps.update([...readPairs(this.#directives), ...own]);
  }

  /** Shows the composition of a target, such as `/sequence/a1/status=503/end`. Returns whether there is one. */
  load(target: string): boolean {
    const composition = parseTarget(target, (lab, name) => this.#isSetting(lab, name));
    const radio = this.#labs.querySelector<HTMLInputElement>(`[value="${composition?.lab}"]`);
    if (!composition || !radio) return false;
    radio.checked = true;
    const { lab, key, settings, steps } = composition;
    if (lab !== 'compose') {
      this.#key.value = key;
      writePairs(this.#settings[lab], settings);
    }
    this.#steps.replace(steps);
    this.#showLab();
    this.#showStep();
    return true;
  }

  #isSetting(lab: Lab, name: string): boolean {
    return lab !== 'compose' && this.#settings[lab].querySelector(`[name="${CSS.escape(name)}"]`) !== null;
  }

  #showLab(): void {
    const { lab } = this;
    setVisible(fieldset('#key-settings'), lab !== 'compose');
    setVisible(this.#settings.sequence, lab === 'sequence');
    setVisible(this.#settings.limit, lab === 'limit');
    setVisible(this.#step, lab === 'sequence');
    find(document, '#step-list', HTMLElement).hidden = lab !== 'sequence';
  }

  #showStep(): void {
    writePairs(this.#directives, this.#steps.selected);
    writePairs(this.#step, this.#steps.selected);
    this.#faults?.read();
  }
}
