import { button, el, table } from '../../../../../http/pages/browser/dom.ts';
import { describeEffects, describeRequests, describeUse, type Rule } from './rule-view.ts';

export interface RuleActions {
  enable(rule: Rule, isEnabled: boolean): void;
  edit(rule: Rule): void;
  remove(rule: Rule): void;
}

/** A row for each rule, with its actions. All texts of rules are shown as text. */
export function ruleTable(rules: readonly Rule[], actions: RuleActions): HTMLElement {
  if (rules.length === 0) return el('p', { class: 'soft' }, 'There is no rule.');
  const rows = rules.map((rule) => [
    toggle(rule, actions),
    rule.id,
    describeRequests(rule),
    describeEffects(rule),
    describeUse(rule),
    el(
      'span',
      { class: 'actions' },
      button('Edit', () => actions.edit(rule), { class: 'small', 'aria-label': `Edit rule ${rule.id}` }),
      button('Remove', () => actions.remove(rule), {
        class: 'small',
        'aria-label': `Remove rule ${rule.id}`,
      }),
    ),
  ]);
  return table('Rules', ['On', 'Rule', 'Requests', 'Effect', 'Applied', 'Actions'], rows);
}

function toggle(rule: Rule, { enable }: RuleActions): HTMLInputElement {
  const box = el('input', {
    type: 'checkbox',
    role: 'switch',
    checked: rule.enabled,
    'aria-label': `Rule ${rule.id} is on`,
  });
  box.addEventListener('change', () => enable(rule, box.checked));
  return box;
}
