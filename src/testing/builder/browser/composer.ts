import { find } from '#pages/browser/elements.ts';
import { COMPOSE, type Composition, formatTarget, type LabChoice, parseTarget } from '../composition.ts';
import { ContentChoice } from '../response/browser/content-choice.ts';
import { readPairs, setVisible, writePairs } from '../response/browser/form.ts';
import { FaultForm } from './fault-form.ts';
import { Steps } from './steps.ts';

const fieldset = (selector: string) => find(document, selector, HTMLFieldSetElement);

/** The form as a composition. */
export class Composer {
  readonly #labs = find(document, '#lab', HTMLElement);
  readonly #key = find(document, '#key', HTMLInputElement);
  readonly #directives = fieldset('#directives');
  readonly #step = fieldset('#step-settings');
  readonly #choices: readonly LabChoice[] = JSON.parse(this.#labs.dataset.labs ?? '[]');
  readonly #content = new ContentChoice(document);
  readonly #faults = document.querySelector('#fault-form') ? new FaultForm() : undefined;
  readonly #steps: Steps;

  /** @param changed called when the composition has changed other than by input. */
  constructor(changed: () => void) {
    this.#steps = new Steps(() => {
      this.#showStep();
      changed();
    });
    find(this.#labs, 'fieldset', HTMLFieldSetElement).disabled = false;
    this.#key.value = `k-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
    this.#steps.replace([readPairs(this.#directives)]);
    this.#faults?.read();
    this.#showLab();
  }

  get lab(): LabChoice {
    const chosen = this.#labs.querySelector<HTMLInputElement>(':checked')?.value;
    return this.#choices.find(({ name }) => name === chosen) ?? COMPOSE;
  }

  /** Index of the step that the form shows. */
  get step(): number {
    return this.lab.hasSteps ? this.#steps.index : 0;
  }

  /** The target of `/compose` with the response that the form shows, without what only labs have. */
  get responseTarget(): string {
    return formatTarget({ lab: COMPOSE, key: '', settings: [], steps: [readPairs(this.#directives)] });
  }

  get composition(): Composition {
    const { lab } = this;
    return {
      lab,
      key: lab === COMPOSE ? '' : this.#key.value.trim(),
      settings: lab === COMPOSE ? [] : readPairs(settingsOf(lab)),
      steps: lab.hasSteps ? this.#steps.all : [readPairs(this.#directives)],
    };
  }

  /** Takes the input of the user. */
  update(): void {
    this.#showLab();
    const ofStep = this.lab.hasSteps ? readPairs(this.#step) : [];
    this.#steps.update([...readPairs(this.#directives), ...ofStep]);
  }

  /** Shows the composition of a target, such as `/sequence/a1/status=503/end`. Returns whether there is one. */
  load(target: string): boolean {
    const composition = parseTarget(target, this.#choices, isSetting);
    const radio = this.#labs.querySelector<HTMLInputElement>(`[value="${composition?.lab.name}"]`);
    if (!composition || !radio) return false;
    radio.checked = true;
    const { lab, key, settings, steps } = composition;
    if (lab !== COMPOSE) {
      this.#key.value = key;
      writePairs(settingsOf(lab), settings);
    }
    this.#steps.replace(steps);
    this.#showLab();
    this.#showStep();
    return true;
  }

  #showLab(): void {
    const { lab } = this;
    setVisible(fieldset('#key-settings'), lab !== COMPOSE);
    for (const each of this.#choices) setVisible(settingsOf(each), each === lab);
    setVisible(this.#step, lab.hasSteps);
    find(document, '#step-list', HTMLElement).hidden = !lab.hasSteps;
  }

  #showStep(): void {
    writePairs(this.#directives, this.#steps.selected);
    writePairs(this.#step, this.#steps.selected);
    this.#content.read();
    this.#faults?.read();
  }
}

function settingsOf({ name }: LabChoice): HTMLFieldSetElement {
  return fieldset(`#${name}-settings`);
}

function isSetting(lab: LabChoice, name: string): boolean {
  return lab !== COMPOSE && settingsOf(lab).querySelector(`[name="${CSS.escape(name)}"]`) !== null;
}
