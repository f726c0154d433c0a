import { find } from '#pages/browser/elements.ts';

export type ViewName = 'list' | 'timeline' | 'labs';

/** The views of the entries, of which one is visible: list and timeline are two forms of the same rows. */
export class Views {
  readonly #choices = [...document.querySelectorAll<HTMLInputElement>('#views input')];
  readonly #changed: (name: ViewName) => void;
  #shown: ViewName = 'list';

  /** @param changed is called when another view is visible */
  constructor(changed: (name: ViewName) => void) {
    this.#changed = changed;
    for (const choice of this.#choices)
      choice.addEventListener('change', () => this.show(parseViewName(choice.value)));
  }

  get shown(): ViewName {
    return this.#shown;
  }

  /** Shows entries: in the timeline if it is visible, else in the list. */
  showEntries(): void {
    if (this.#shown === 'labs') this.show('list');
  }

  show(name: ViewName): void {
    for (const choice of this.#choices) choice.checked = choice.value === name;
    find(document, '#view-list', HTMLElement).hidden = name === 'labs';
    find(document, '#labs', HTMLElement).hidden = name !== 'labs';
    if (this.#shown === name) return;
    this.#shown = name;
    this.#changed(name);
  }
}

function parseViewName(text: string): ViewName {
  return text === 'timeline' || text === 'labs' ? text : 'list';
}
