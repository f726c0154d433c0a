import { announce, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import { addToasts } from '#pages/browser/toasts.ts';
import type { Api } from '../../browser/api.ts';
import { readComposedResponse } from '../../browser/composed-response.ts';
import { attempt, attemptRefresh } from '../../browser/problem.ts';
import { toListedRuleInput } from '../../browser/rule-input.ts';
import { pathOf, type Rule } from '../../browser/rule-view.ts';
import { watchResource } from '../../browser/watch-resource.ts';
import { rulesView } from '../rule-list.ts';
import { enableExplain } from './explain.ts';
import { fetchRecordedRule } from './recorded-rule.ts';
import { RuleForm } from './rule-form.ts';

const REFRESH_MS = 3000;

/** Shows the rules, and changes them. */
export function startRules(api: Api): void {
  const page = new RulesPage(api);
  enableExplain(api);
  void page.start();
}

class RulesPage {
  readonly #api: Api;
  readonly #form: RuleForm;
  readonly #toasts = addToasts();
  readonly #list = find(document, '#rules', HTMLElement);
  readonly #filter = find(document, '#rule-filter', HTMLInputElement);
  readonly #heading = find(document, '#form-heading', HTMLElement);
  readonly #submit = find(document, '#rule-submit', HTMLButtonElement);
  readonly #cancel = find(document, '#rule-cancel', HTMLButtonElement);
  readonly #read: () => Promise<void>;
  #rules: readonly Rule[] = [];
  /** The switches whose changes have no response yet: number of changes, and the state that the user wants. */
  readonly #switches = new Map<string, { changes: number; isOn: boolean }>();
  /** The rules that the user has just added, by path. */
  #added: ReadonlySet<string> = new Set();
  /** The rule that the form replaces. */
  #edited: Rule | undefined;
  #latest = Promise.resolve();

  constructor(api: Api) {
    this.#api = api;
    this.#form = new RuleForm(api);
    this.#read = watchResource<{ rules: Rule[] }>(api, '/rules', ({ rules }) => {
      this.#rules = rules;
      this.#show();
    });
    this.#filter.addEventListener('input', () => this.#show());
    this.#cancel.addEventListener('click', () => this.#endEdit());
    this.#form.element.addEventListener('submit', (event) => {
      event.preventDefault();
      const body = this.#form.read();
      if (body !== undefined) void this.#save(body);
    });
  }

  async start(): Promise<void> {
    await attempt(async () => {
      await this.#read();
      await this.#showLinked();
    });
    setInterval(() => {
      if (!document.hidden) void attemptRefresh(this.#read);
    }, REFRESH_MS);
  }

  #show(): void {
    const text = this.#filter.value.trim().toLowerCase();
    const shown = this.#rules.filter(
      (rule) => text === '' || JSON.stringify(rule).toLowerCase().includes(text),
    );
    const rows = shown.map((rule) => ({
      rule,
      isOn: this.#switches.get(pathOf(rule))?.isOn ?? rule.enabled,
      isNew: this.#added.has(pathOf(rule)),
    }));
    const actions = {
      enable: (rule: Rule, isEnabled: boolean) => void this.#enable(rule, isEnabled),
      edit: (rule: Rule) => this.#edit(rule),
      remove: (rule: Rule) => this.#remove(rule),
    };
    show(this.#list, rulesView(rows, this.#rules.length, actions));
  }

  /** Sends a change after the response to the one before: the server has them in the order of the user. */
  #change(action: () => Promise<unknown>): Promise<void> {
    this.#latest = this.#latest.then(() =>
      attempt(async () => {
        await action();
        await this.#read();
      }),
    );
    return this.#latest;
  }

  /** The switch has the state that the user wants until the last of their changes is answered, rejected ones included. */
  async #enable(rule: Rule, enabled: boolean): Promise<void> {
    const path = pathOf(rule);
    const state = this.#switches.get(path) ?? { changes: 0, isOn: enabled };
    this.#switches.set(path, { changes: state.changes + 1, isOn: enabled });
    this.#show();
    await this.#change(() => this.#api.call(`/_sparring${path}`, { method: 'PATCH', body: { enabled } }));
    const { changes, isOn } = this.#switches.get(path) ?? { changes: 1, isOn: enabled };
    if (changes > 1) this.#switches.set(path, { changes: changes - 1, isOn });
    else this.#switches.delete(path);
    this.#show();
  }

  /** The rule as it was added, with its credentials. */
  async #readInput(rule: Rule): Promise<Record<string, unknown>> {
    const listed = await this.#api.json<Rule>(`/_sparring${pathOf(rule, 'secrets=show')}`);
    return { ...toListedRuleInput(listed) };
  }

  #edit(rule: Rule): void {
    void attempt(async () => {
      this.#form.show(await this.#readInput(rule));
      this.#edited = rule;
      this.#heading.textContent = `Rule ${rule.id}`;
      this.#submit.textContent = 'Save rule';
      this.#cancel.textContent = 'Cancel';
      this.#form.focus();
    });
  }

  #endEdit(): void {
    this.#edited = undefined;
    this.#heading.textContent = 'New rule';
    this.#submit.textContent = 'Add rule';
    this.#cancel.textContent = 'Clear';
    this.#form.clear();
  }

  #remove(rule: Rule): void {
    void this.#change(async () => {
      const input = await this.#readInput(rule);
      await this.#api.call(`/_sparring${pathOf(rule)}`, { method: 'DELETE' });
      if (this.#edited?.id === rule.id && this.#edited.bin === rule.bin) this.#endEdit();
      this.#toasts.show({
        text: `Rule ${rule.id} is removed.`,
        onUndo: () => this.#change(() => this.#api.call('/_sparring/rules', { method: 'POST', body: input })),
      });
    });
  }

  /** Adds the rule of the form, or replaces the edited one. Its error is shown in the form. */
  #save(body: unknown): Promise<void> {
    const edited = this.#edited;
    return this.#change(async () => {
      try {
        if (edited) {
          await this.#api.call(`/_sparring${pathOf(edited)}`, { method: 'PUT', body });
          this.#endEdit();
          this.#toasts.show({ text: `Rule ${edited.id} is saved.` });
          await this.#read();
          this.#reveal(pathOf(edited));
          return;
        }
        const { rules } = await this.#api.json<{ rules: Rule[] }>('/_sparring/rules', {
          method: 'POST',
          body,
        });
        this.#endEdit();
        this.#added = new Set(rules.map((rule) => pathOf(rule)));
        await this.#read();
        this.#show();
        const [first] = rules;
        const names = rules.map(({ id }) => id).join(', ');
        this.#toasts.show({
          text: rules.length === 1 ? `Rule ${names} is added.` : `Rules ${names} are added.`,
          onUndo: () =>
            this.#change(() =>
              Promise.all(
                rules.map((rule) => this.#api.call(`/_sparring${pathOf(rule)}`, { method: 'DELETE' })),
              ),
            ),
        });
        if (first) this.#reveal(pathOf(first));
      } catch (error) {
        this.#form.reject(error);
        announce(error instanceof Error ? error.message : String(error));
      }
    });
  }

  /** Scrolls to a rule, which gets the focus. */
  #reveal(path: string): void {
    const row = this.#list.querySelector<HTMLElement>(`[data-rule="${CSS.escape(path)}"]`);
    if (!row) return;
    row.tabIndex = -1;
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  }

  /**
   * With the fragment `#request-41`, the form has the rule for such requests as that one; with `#path=/a`, one for a path; with `#respond=JSON`, one with the
   * response of the builder. Nothing is added before the user adds it.
   */
  async #showLinked(): Promise<void> {
    const respond = readComposedResponse(location.hash);
    if (respond !== undefined) {
      this.#form.show({ match: { path: '/' }, respond });
      this.#form.focus();
      return;
    }
    const [, path] = /^#path=(\/.*)$/.exec(decodeFragment(location.hash)) ?? [];
    if (path !== undefined) {
      this.#form.show({ match: { path }, respond: { status: 200 } });
      this.#form.focus();
      return;
    }
    const [, id] = /^#request-(\d{1,15})$/.exec(location.hash) ?? [];
    if (id === undefined) return;
    this.#form.show(await fetchRecordedRule(this.#api, Number(id)));
    this.#form.focus();
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return '';
  }
}
