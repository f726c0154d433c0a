import { button, buttonLink } from '#pages/components/button.ts';
import { field, inputField } from '#pages/components/field.ts';
import { icon } from '#pages/components/icon.ts';
import { html, type Markup } from '#pages/html.ts';
import { switchStyle } from '#pages/styles/fields.ts';
import { liveStyle } from '#pages/styles/notices.ts';
import { rowStyle } from '#pages/styles/rows.ts';
import { responseFieldStyle } from '#testing/builder/response/fields.ts';
import type { OperationContext } from '../../operations/declaration/context.ts';
import { maskRule } from '../../operations/rules/mask-rule.ts';
import { type SendPage, sendControlPage } from '../control-page.ts';
import { requestRowStyle } from '../requests/request-rows.ts';
import { formStyle } from '../stylesheet.ts';
import { ruleForm } from './rule-form.ts';
import { type ListedRule, rulesView } from './rule-list.ts';
import { rulesStylesheet } from './stylesheet.ts';

/** Sends the page of the rules. Its script changes them by the control API. */
export const sendRulesPage: SendPage = async (exchange, service, access) => {
  const rules = access === 'shell' ? undefined : await readRules(service.operations);
  await sendControlPage(exchange, service, access, {
    name: 'rules',
    title: 'Rules',
    lead: 'The first rule that matches a request responds to it, delays it or breaks it.',
    actions: html`
      <div class="actions scripted">
        <label class="with-icon">${icon('search')}<span class="vh">Filter the rules</span><input class="in" type="search" id="rule-filter" placeholder="Filter" autocomplete="off" /></label>
        ${buttonLink('New rule', '#edit', { kind: 'primary', icon: 'plus' })}
      </div>`,
    stylesheet: formStyle + rulesStylesheet,
    parts: [liveStyle, rowStyle, switchStyle, requestRowStyle, responseFieldStyle],
    icons: ['check', 'close', 'copy', 'edit', 'trash'],
    main: html`
    <section aria-labelledby="rules-heading">
      <h2 id="rules-heading" class="vh">Rules in the order of their use</h2>
      <div id="rules">${rules && rulesView(rules, rules.length)}</div>
    </section>
    <section class="editor scripted" id="edit" aria-labelledby="form-heading">
      ${ruleForm()}
      <section class="side" aria-label="Preview of the rule">
        <h3>What the client gets</h3>
        <div id="rule-preview"></div>
        <h3 id="matches-heading">Requests that it matches</h3>
        <div id="rule-matches"></div>
      </section>
    </section>
    <section aria-labelledby="explain-heading" class="explain scripted">
      <h2 id="explain-heading">Explain a request</h2>
      <form id="explain-form" class="form">
        ${inputField({ name: 'method', id: 'explain-method', label: 'Method', value: 'GET', maxlength: 100, required: true })}
        ${inputField({ name: 'target', id: 'explain-target', label: 'Path and query', placeholder: '/v1/users/1?page=2', required: true })}
        ${lines('explain-headers', 'headers', 'Headers', 'One on each line, such as Accept: text/plain')}
        ${lines('explain-body', 'body', 'Body')}
        <p class="actions whole">${button('Explain')}</p>
      </form>
      <div id="explanation" role="status"></div>
    </section>`,
  });
};

async function readRules({ rules, redaction }: OperationContext): Promise<ListedRule[]> {
  await rules.refresh();
  return rules
    .list()
    .map((rule) => ({ rule: { ...maskRule(rule, redaction) }, isOn: rule.enabled, isNew: false }));
}

function lines(id: string, name: string, label: string, hint?: string): Markup {
  return field(
    { id, label, hint },
    (input) => html`<textarea name=${name} rows="3" spellcheck="false" ...${input}></textarea>`,
  );
}
