import { button } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import type { Api } from '../../browser/api.ts';
import { readComposedResponse } from '../../browser/composed-response.ts';
import { attempt, attemptRefresh } from '../../browser/problem.ts';
import { toListedRuleInput } from '../../browser/rule-input.ts';
import { describeRequests, pathOf, type Rule } from '../../browser/rule-view.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import { enableExplain } from './explain.ts';
import { fetchRecordedRule } from './recorded-rule.ts';
import { RuleForm } from './rule-form.ts';
import { RuleTable } from './rule-table.ts';

const REFRESH_MS = 3000;

/** Shows the rules, and changes them. */
export function startRules(api: Api): void {
  const form = new RuleForm(api);
  const [submit, cancel] = [
    find(document, '#rule-submit', HTMLButtonElement),
    find(document, '#rule-cancel', HTMLButtonElement),
  ];
  const heading = find(document, '#form-heading', HTMLElement);
  const changed = find(document, '#changed', HTMLElement);
  /** The rule that the form replaces. */
  let edited: Rule | undefined;

  const table = new RuleTable(find(document, '#rules', HTMLElement), { enable, edit, remove });
  const read = watchResource<{ rules: Rule[] }>(api, '/rules', ({ rules }) => table.show(rules));
  let latest = Promise.resolve();
  /** Sends a change after the answer to the one before: the server has them in the order of the user. */
  function change(action: () => Promise<unknown>): Promise<void> {
    latest = latest.then(() =>
      attempt(async () => {
        await action();
        await read();
      }),
    );
    return latest;
  }

  function enable(rule: Rule, enabled: boolean): Promise<void> {
    return change(() => api.call(`/_sparring${pathOf(rule)}`, { method: 'PATCH', body: { enabled } }));
  }

  /** The rule as it was added, with its credentials. */
  const readInput = async (rule: Rule) =>
    toListedRuleInput(await api.json<Rule>(`/_sparring${pathOf(rule, 'secrets=show')}`));

  function edit(rule: Rule): void {
    void attempt(async () => {
      form.show(await readInput(rule));
      edited = rule;
      heading.textContent = `Rule ${rule.id}`;
      submit.textContent = 'Save';
      cancel.hidden = false;
      form.focus();
    });
  }

  function endEdit(): void {
    edited = undefined;
    heading.textContent = 'New rule';
    submit.textContent = 'Add';
    cancel.hidden = true;
    form.showFields();
  }

  function remove(rule: Rule): void {
    void change(async () => {
      const input = await readInput(rule);
      await api.call(`/_sparring${pathOf(rule)}`, { method: 'DELETE' });
      if (edited?.id === rule.id && edited.bin === rule.bin) endEdit();
      report(`Removed the rule ${rule.id}. `, () =>
        api.call('/_sparring/rules', { method: 'POST', body: input }),
      );
    });
  }

  /** Shows what has changed above the list, with a button that undoes it. */
  function report(text: string, undo: () => Promise<unknown>): void {
    const control = button('Undo', () =>
      change(async () => {
        await undo();
        changed.hidden = true;
      }),
    );
    changed.replaceChildren(text, control);
    changed.hidden = false;
    control.focus();
  }

  cancel.addEventListener('click', endEdit);
  form.element.addEventListener('submit', (event) => {
    event.preventDefault();
    void change(async () => {
      const body = form.read();
      if (edited) await api.call(`/_sparring${pathOf(edited)}`, { method: 'PUT', body });
      else {
        const { rules } = await api.json<{ rules: Rule[] }>('/_sparring/rules', { method: 'POST', body });
        const added = rules.map((rule) => `the rule ${rule.id} for ${describeRequests(rule)}`);
        report(`Added ${added.join(', ')}. `, () =>
          Promise.all(rules.map((rule) => api.call(`/_sparring${pathOf(rule)}`, { method: 'DELETE' }))),
        );
      }
      endEdit();
    });
  });
  enableExplain(api);
  void attempt(async () => {
    await read();
    await showRecorded(api, form);
  });
  setInterval(() => {
    if (!document.hidden) void attemptRefresh(read);
  }, REFRESH_MS);
}

/**
 * With the fragment `#request-41`, the form has the rule for such requests as that one; with `#respond=JSON`, one with
 * the response of the builder. Nothing is added before the user adds it.
 */
async function showRecorded(api: Api, form: RuleForm): Promise<void> {
  const respond = readComposedResponse(location.hash);
  if (respond !== undefined) {
    form.show({ match: { path: '/' }, respond });
    form.focus();
    return;
  }
  const [, id] = /^#request-(\d{1,15})$/.exec(location.hash) ?? [];
  if (id === undefined) return;
  form.show(await fetchRecordedRule(api, Number(id)));
  form.focus();
}
