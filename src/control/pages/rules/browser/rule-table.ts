import { button, el, table } from '#pages/browser/dom.ts';
import {
  describeEffects,
  describeRequests,
  describeUse,
  pathOf,
  type Rule,
} from '../../browser/rule-view.ts';

export interface RuleActions {
  /** Settles when the table shows the result. */
  enable(rule: Rule, isEnabled: boolean): Promise<void>;
  edit(rule: Rule): void;
  remove(rule: Rule): void;
}

/**
 * Shows a row for each rule, with its actions. All texts of rules are shown as text. The elements of a rule remain while
 * the rules are the same: a control keeps the focus, and a key that is down when new values arrive still acts.
 */
export class RuleTable {
  readonly #element: HTMLElement;
  readonly #actions: RuleActions;
  #rows: ReadonlyMap<string, RuleRow> | undefined;

  constructor(element: HTMLElement, actions: RuleActions) {
    this.#element = element;
    this.#actions = actions;
  }

  show(rules: readonly Rule[]): void {
    const latest = this.#rows;
    const rows = new Map(
      rules.map((rule) => [pathOf(rule), latest?.get(pathOf(rule)) ?? new RuleRow(rule, this.#actions)]),
    );
    for (const rule of rules) rows.get(pathOf(rule))?.update(rule);
    this.#rows = rows;
    const isSame = latest !== undefined && [...rows.keys()].join() === [...latest.keys()].join();
    if (!isSame) replaceContent(this.#element, renderTable([...rows.values()]));
  }
}

function renderTable(rows: readonly RuleRow[]): HTMLElement {
  if (rows.length === 0) return el('p', { class: 'soft' }, 'There is no rule.');
  const headings = ['On', 'Rule', 'Requests', 'Effect', 'Applied', 'Actions'];
  return table(
    'Rules',
    headings,
    rows.map(({ cells }) => cells),
  );
}

class RuleRow {
  readonly cells: readonly (Node | string)[];
  readonly #box: HTMLInputElement;
  readonly #texts = [describeRequests, describeEffects, describeUse].map((describe) => ({
    describe,
    element: el('span'),
  }));
  #rule: Rule;
  /** Changes by the user whose result the table does not show yet. */
  #changes = 0;

  constructor(rule: Rule, actions: RuleActions) {
    this.#rule = rule;
    this.#box = el('input', {
      type: 'checkbox',
      role: 'switch',
      'aria-label': `Rule ${rule.id} is on`,
    });
    this.#box.addEventListener('change', () => void this.#change(actions));
    this.cells = [
      this.#box,
      rule.id,
      ...this.#texts.map(({ element }) => element),
      el(
        'span',
        { class: 'actions' },
        button('Edit', () => actions.edit(rule), { class: 'sm', 'aria-label': `Edit rule ${rule.id}` }),
        button('Remove', () => actions.remove(rule), {
          class: 'sm',
          'aria-label': `Remove rule ${rule.id}`,
        }),
      ),
    ];
  }

  update(rule: Rule): void {
    this.#rule = rule;
    if (this.#changes === 0) this.#box.checked = rule.enabled;
    for (const { describe, element } of this.#texts) {
      const text = describe(rule);
      if (element.textContent !== text) element.textContent = text;
    }
  }

  /** The switch has the state that the user wants until the last of their changes is answered, refused ones included. */
  async #change({ enable }: RuleActions): Promise<void> {
    this.#changes += 1;
    await enable(this.#rule, this.#box.checked);
    this.#changes -= 1;
    if (this.#changes === 0) this.#box.checked = this.#rule.enabled;
  }
}

/** Replaces the content of an element. A control with the label of the one that had the focus has it then. */
function replaceContent(parent: HTMLElement, ...content: readonly Node[]): void {
  const focused = document.activeElement;
  const label = parent.contains(focused) ? focused?.getAttribute('aria-label') : undefined;
  parent.replaceChildren(...content);
  if (label) parent.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus();
}
