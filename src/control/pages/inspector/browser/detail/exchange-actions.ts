import type { Api } from '#control/pages/browser/api.ts';
import { attempt } from '#control/pages/browser/problem.ts';
import { pathOf } from '#control/pages/browser/rule-view.ts';
import { announce } from '#pages/browser/elements.ts';
import { button, iconButton } from '#pages/components/button.ts';
import { icon } from '#pages/components/icon.ts';
import { menu, menuItem } from '#pages/components/menu.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Entry, Exchange } from '../../entry.ts';
import type { Compared } from '../../place.ts';
import { editDialog, noteDialog } from '../common/dialogs.ts';
import type { CopyMenu } from './copy-menu.ts';

/** What the detail does with the rest of the page. */
export interface DetailActions {
  close(): void;
  /** Shows another entry. */
  select(id: number): void;
  /** Shows the entry that is so many rows after this one. */
  move(step: number): void;
  /** The latest entry before this one with the same method and path. */
  earlier(id: number): number | undefined;
  compare(compared: Compared): void;
  /** Lets the user choose an entry in the list to compare with this one. */
  choosePartner(id: number): void;
  copyLink(): void;
  /** Deletes the entry. */
  delete(id: number): void;
  /** Shows the attempts at a key of a lab. */
  showKey(key: { readonly lab: string; readonly key: string }): void;
  /** Shows the entries that match. */
  filter(text: string): void;
  /** The mark or the note of an entry has changed. */
  annotated(entry: Exchange): void;
  /** The entry is shown, or there is none with this id. */
  shown(id: number, entry: Entry | undefined): void;
}

interface ActionContext {
  readonly api: Api;
  readonly copyMenu: CopyMenu;
  readonly actions: DetailActions;
  /** Shows a result below the buttons, or removes it. */
  report(content: Markup | null): void;
}

/** The buttons of an exchange: the frequent ones, and a menu of the others, where deletion is. */
export function exchangeActions(exchange: Exchange, context: ActionContext): Markup {
  const { api, copyMenu, actions } = context;
  const { id, marked, request } = exchange;
  const mark = () =>
    attempt(async () => {
      const body = { marked: !marked };
      actions.annotated(await api.json<Exchange>(`/_sparring/requests/${id}`, { method: 'PATCH', body }));
    });
  const replay = () =>
    attempt(async () => {
      const repeated = await api.json<Entry>(`/_sparring/requests/${id}/replay`, { method: 'POST' });
      announce(`Request ${id} was sent again as request ${repeated.id}.`);
      actions.select(repeated.id);
    });
  const isCut = request.body.truncated;
  const small = { type: 'button', isSmall: true } as const;
  return html`
    <div class="toolbar">
      ${copyMenu.controls(exchange)}
      ${button('Resend', { ...small, icon: 'resend', 'data-action': 'resend', disabled: isCut, title: isCut ? 'The journal does not have the whole body: --journal-body-size' : undefined, onClick: replay })}
      ${button('Edit', { ...small, kind: 'quiet', icon: 'edit', class: 'wide-only', 'data-action': 'edit', 'aria-label': 'Edit and resend', onClick: () => editDialog(api, exchange, actions.select) })}
      ${compareMenu(exchange, actions)}
      ${button('Answer like this', { ...small, kind: 'quiet', icon: 'rule', class: 'wide-only', onClick: () => answer(exchange, context) })}
      ${exchange.unmatched ? button('Why?', { ...small, kind: 'quiet', icon: 'info', onClick: () => explain(id, context) }) : null}
      ${iconButton('star', marked ? 'Unmark' : 'Mark', { isSmall: true, class: marked ? 'marked' : undefined, 'aria-pressed': String(marked), 'data-action': 'mark', onClick: mark })}
      ${moreMenu(exchange, context)}
    </div>`;
}

function compareMenu({ id, replayOf }: Exchange, { compare, choosePartner, earlier }: DetailActions): Markup {
  const before = earlier(id);
  const face = html`${icon('compare')}<span class="wide-only">Compare</span>`;
  const options = { label: 'Compare', title: 'Compare with another request', face } as const;
  return menu(
    { ...options, isQuiet: true, isLeft: true },
    html`
      ${replayOf === null ? null : html`<button type="button" onClick=${() => compare([replayOf, id])}>With #${replayOf}, its original</button>`}
      ${before === undefined || before === replayOf ? null : html`<button type="button" onClick=${() => compare([before, id])}>With #${before}, the same path before</button>`}
      <button type="button" onClick=${() => choosePartner(id)}>Choose in the list…</button>`,
  );
}

function moreMenu(exchange: Exchange, context: ActionContext): Markup {
  const { api, actions } = context;
  const { id, request, connection, bin, lab } = exchange;
  const path = request.target.split('?')[0] ?? '';
  const inBin = bin === null ? path : path.replace(/^\/bin\/[^/]+/, '');
  const filters: readonly (readonly [label: string, filter: string])[] = [
    ['Only this path', `path:${quote(inBin)}`],
    ['Only this method', `method:${request.method}`],
    ['Only this client', `client:${quote(connection.remote.replace(/:\d+$/, ''))}`],
    ['Only this connection', `connection:${connection.id}`],
    ['Hide this path', `-path:${quote(path)}`],
  ];
  const edit = () => editDialog(api, exchange, actions.select);
  const face = html`${icon('more')}`;
  return menu(
    { label: 'More for this request', title: 'More', face, isQuiet: true, isIcon: true },
    html`
      ${menuItem('note', 'Note', () => noteDialog(api, exchange, actions.annotated), { key: 'n', 'data-action': 'note' })}
      ${menuItem('edit', 'Edit and resend', edit, { key: 'e' })}
      ${menuItem('link', 'Copy the link', actions.copyLink, { key: 'y' })}
      ${menuItem('rule', 'Answer like this', () => answer(exchange, context))}
      <a href=${`/_sparring/panel/rules#request-${id}`}>${icon('rule')}Edit as a rule</a>
      ${lab === null ? null : menuItem('clock', `Attempts at ${lab.name}/${lab.key}`, () => actions.showKey({ lab: lab.name, key: lab.key }))}
      ${filters.map(([label, value]) => menuItem('filter', label, () => actions.filter(value)))}<hr />
      ${menuItem('trash', `Delete #${id}`, () => actions.delete(id), { key: 'Del', class: 'danger' })}`,
  );
}

function quote(text: string): string {
  return /[\s"]/.test(text) ? `"${text.replaceAll(/(["\\])/g, '\\$1')}"` : text;
}

/** Adds a rule that sends the recorded response again, in the bin of the request, and offers to remove it. */
function answer({ id, bin }: Exchange, { api, report }: ActionContext): Promise<void> {
  return attempt(async () => {
    const { ids, left_out } = await api.json<{ ids: string[]; left_out: { reason: string }[] }>(
      '/_sparring/rules/import',
      { method: 'POST', body: { requests: [id], ...(bin !== null && { bin }) } },
    );
    const [rule] = ids;
    if (rule === undefined)
      return report(html`<p class="err">No rule: ${left_out[0]?.reason ?? 'no response'}.</p>`);
    const undo = () =>
      attempt(async () => {
        const path = `/_sparring${pathOf({ id: rule, ...(bin !== null && { bin }) })}`;
        await api.call(path, { method: 'DELETE' });
        report(null);
      });
    const text = `The rule ${rule} answers such requests like this.`;
    announce(text);
    report(
      html`<p class="actions">${text}${button('Undo', { type: 'button', isSmall: true, onClick: undo })}</p>`,
    );
  });
}

/** Shows why no rule takes a request: the nearest rules, with the parts that differ. No count changes. */
function explain(id: number, { api, report }: ActionContext): Promise<void> {
  return attempt(async () => {
    const { text } = await api.json<{ text: string }>('/_sparring/rules/explain', {
      method: 'POST',
      body: { request: id },
    });
    report(html`<pre tabindex="0">${text}</pre>`);
    announce(text);
  });
}
