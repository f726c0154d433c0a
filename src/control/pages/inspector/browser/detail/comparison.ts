import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { button, el } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import type { Difference } from '../../comparison-markup.ts';
import type { Compared } from '../common/location.ts';

export interface ComparisonActions {
  /** The user wants to compare two entries. */
  open(compared: Compared): void;
  /** The user has closed the comparison. */
  closed(): void;
}

/** Compares two requests, side by side. */
export class Comparison {
  readonly #section = find(document, '#comparison', HTMLElement);
  readonly #api: Api;
  readonly #actions: ComparisonActions;
  #marked: number | undefined;
  #shown: Compared | undefined;

  constructor(api: Api, actions: ComparisonActions) {
    this.#api = api;
    this.#actions = actions;
  }

  /** The entries that are compared. */
  get shown(): Compared | undefined {
    return this.#shown;
  }

  /** The button that marks a request, or compares it with the marked one. */
  button(id: number): HTMLButtonElement {
    const isFirst = this.#marked === undefined || this.#marked === id;
    const created = button('', () => {
      const other = this.#marked;
      if (other === undefined || other === id) {
        this.#marked = id;
        label('Marked: select another request');
        return;
      }
      this.#actions.open([other, id]);
      this.#marked = undefined;
      label('Mark to compare');
    });
    const label = (text: string) => {
      created.textContent = text === 'Mark to compare' ? 'Compare' : text;
      created.setAttribute('aria-label', text);
    };
    label(isFirst ? 'Mark to compare' : `Compare with #${this.#marked}`);
    return created;
  }

  /** Buttons that compare a request with its original, and with the earlier one of the same target. */
  choices(id: number, original: number | null, earlier: number | undefined): HTMLButtonElement[] {
    const choice = (label: string, other: number) =>
      button(`${label}, #${other}`, () => this.#actions.open([other, id]));
    return [
      ...(original === null ? [] : [choice('Compare with the original', original)]),
      ...(earlier === undefined || earlier === original
        ? []
        : [choice('Compare with the one before', earlier)]),
    ];
  }

  hide(): void {
    this.#shown = undefined;
    this.#section.hidden = true;
    this.#section.replaceChildren();
  }

  show(compared: Compared): Promise<void> {
    this.#shown = compared;
    const [one, other] = compared;
    return attempt(async () => {
      const { differences } = await this.#api.json<{ differences: Difference[] }>(
        `/_sparring/requests/${one}/diff/${other}`,
      );
      // The user can have gone on meanwhile.
      if (this.#shown !== compared) return;
      const output = el('div', {});
      const order = el('input', { type: 'checkbox' });
      const show = () => {
        const visible = differences.filter(
          ({ part }) => order.checked || !/^(?:header|trailer) order$/.test(part),
        );
        output.replaceChildren(differenceTable(visible, one, other));
      };
      order.addEventListener('change', show);
      show();
      this.#section.replaceChildren(
        el('h2', {}, `Differences between #${one} and #${other}`),
        el(
          'div',
          { class: 'toolbar' },
          el('label', { class: 'check' }, order, 'Order of the headers'),
          button('Close the comparison', () => this.#actions.closed(), { class: 'sm' }),
        ),
        output,
      );
      this.#section.hidden = false;
      this.#section.scrollIntoView({ block: 'nearest' });
    });
  }
}

function differenceTable(differences: readonly Difference[], one: number, other: number): HTMLElement {
  if (differences.length === 0) return el('p', {}, 'The requests do not differ.');
  const cell = (value: string | null) =>
    value === null ? el('td', { class: 'absent' }, 'absent') : el('td', {}, value);
  return el(
    'table',
    { class: 'difference' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ['Part', `#${one}`, `#${other}`].map((heading) => el('th', { scope: 'col' }, heading)),
      ),
    ),
    el(
      'tbody',
      {},
      differences.map(({ part, before, after }) =>
        el('tr', {}, el('th', { scope: 'row' }, part), cell(before), cell(after)),
      ),
    ),
  );
}
