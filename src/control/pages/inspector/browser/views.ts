import { find } from '#pages/browser/elements.ts';

export type ViewName = 'list' | 'timeline' | 'labs' | 'bins';

/** The views of the entries, of which one is visible. A view that becomes visible gets the event `toggle`. */
export class Views {
  readonly #buttons = [...document.querySelectorAll<HTMLButtonElement>('#views button')];

  constructor() {
    for (const button of this.#buttons)
      button.addEventListener('click', () => this.show(parseViewName(button.dataset.view)));
  }

  show(name: ViewName): void {
    for (const button of this.#buttons) {
      const isShown = button.dataset.view === name;
      button.setAttribute('aria-pressed', String(isShown));
      const view = sectionOf(parseViewName(button.dataset.view));
      view.hidden = !isShown;
      if (isShown) view.dispatchEvent(new Event('toggle'));
    }
  }
}

function sectionOf(name: ViewName): HTMLElement {
  return find(document, name === 'list' ? '#view-list' : `#${name}`, HTMLElement);
}

function parseViewName(text: string | undefined): ViewName {
  return text === 'timeline' || text === 'labs' || text === 'bins' ? text : 'list';
}
