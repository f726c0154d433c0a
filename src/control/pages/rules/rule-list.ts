import { iconButton } from '#pages/components/button.ts';
import { toggle } from '#pages/components/checkbox.ts';
import { html, type Markup } from '#pages/html.ts';
import { pathOf, type Rule } from '../browser/rule-view.ts';
import { ruleRemarks, ruleSentence, ruleUses } from './rule-sentence.ts';

export interface ListedRule {
  readonly rule: Rule;
  /** The state of the switch, which can be ahead of that of the rule. */
  readonly isOn: boolean;
  /** Whether the user has just added it. */
  readonly isNew: boolean;
}

export interface RuleActions {
  enable(rule: Rule, isEnabled: boolean): void;
  edit(rule: Rule): void;
  remove(rule: Rule): void;
}

/**
 * The rules that the filter does not hide, in the order of their use, each as a sentence.
 * @param actions in browsers
 */
export function rulesView(rules: readonly ListedRule[], total: number, actions?: RuleActions): Markup {
  const hidden = total - rules.length;
  return html`
    <div>
      ${total === 0 ? html`<p class="soft">There is no rule.</p>` : ruleList(rules, actions)}
      ${hidden === 0 ? null : html`<p class="soft">${hidden} of ${total} rules are hidden by the filter.</p>`}
    </div>`;
}

function ruleList(rules: readonly ListedRule[], actions?: RuleActions): Markup {
  return html`
    <ol class="rules">${rules.map(({ rule, isOn, isNew }) => {
      const { id } = rule;
      const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        actions?.enable(rule, currentTarget.checked);
      const classes = ['rule', isOn ? '' : 'off', isNew ? 'new' : ''].filter(Boolean).join(' ');
      return html`
        <li class=${classes} key=${pathOf(rule)} data-rule=${pathOf(rule)} tabindex=${isNew ? -1 : undefined}>
          ${toggle(`Rule ${id} is on`, { checked: isOn, disabled: actions === undefined, onChange })}
          <div><p class="say">${ruleSentence(rule)}</p><p class="remarks">${ruleRemarks(rule)}</p></div>
          <p class="uses">${ruleUses(rule)}</p>
          <div class="actions scripted">${iconButton('edit', `Edit rule ${id}`, { isSmall: true, onClick: () => actions?.edit(rule) })}${iconButton('trash', `Remove rule ${id}`, { isSmall: true, onClick: () => actions?.remove(rule) })}</div>
        </li>`;
    })}</ol>`;
}
