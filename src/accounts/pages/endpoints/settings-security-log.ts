import { Type } from 'typebox';
import { button, buttonLink, field, rowList } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import { securityActions } from '../../domain/audit/security-log.ts';
import { toApiTime } from '../../store/api-time.ts';
import type { SecurityEvent, SecurityEventFilter } from '../../store/index.ts';
import { timeElement } from '../components/lists.ts';
import { memberPage } from '../sessions/context.ts';
import { type EventLink, loadEventLinks } from '../settings/event-links.ts';
import { showPage, type View } from '../shell/page.ts';

const PATH = '/settings/security-log';

export const securityLogPage = memberPage({
  path: PATH,
  tag: 'Settings',
  summary:
    'Lists security events of the account, newest first: sign-ins, tokens, applications, password and two-factor authentication.',
  query: {
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        clamp: true,
        description: 'ID of the last event of the previous page.',
      }),
    ),
    action: Type.Optional(
      Type.String({
        description:
          'Lists the events of this action only, such as `oauth_access.create`. Others are ignored.',
      }),
    ),
  },
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Fsettings%2Fsecurity-log']] }],

  async handle({ query, exchange, service, caller }) {
    const { before } = query;
    const action = Object.hasOwn(securityActions, query.action ?? '') ? query.action : undefined;
    // One event more than the page shows, to know whether there are older ones.
    const events = await service.store.audit.events(caller.user.id, ROWS + 1, { before, action });
    const linkOf = await loadEventLinks(service, caller.user);
    await showPage({ exchange, service, caller }, logView(events, { before, action }, linkOf));
  },
});

const ROWS = 50;

function logView(
  events: readonly SecurityEvent[],
  { before, action }: SecurityEventFilter,
  linkOf: EventLink,
): View {
  const view = events.slice(0, ROWS);
  const last = events.length > ROWS ? view.at(-1) : undefined;
  const isOlder = before !== undefined;
  return {
    title: 'Security log',
    section: PATH,
    main: (html) => html`
      <h1>Security log</h1>
      <p class="soft">Security events of your account. Check that you recognize them.</p>
      ${actionForm(html, action)}
      ${view.length === 0 ? html`<p>There are no ${isOlder ? 'older ' : ''}events${action === undefined ? '' : ' of this kind'}.</p>` : eventList(html, view, linkOf)}
      <nav class="actions" aria-label="Pages">
        ${isOlder ? buttonLink(html, 'Newest', toPath({ action })) : null}
        ${last === undefined ? null : buttonLink(html, 'Older', toPath({ action, before: last.id }), { rel: 'next' })}
      </nav>`,
  };
}

function toPath({ before, action }: SecurityEventFilter): string {
  const query = new URLSearchParams();
  if (action !== undefined) query.set('action', action);
  if (before !== undefined) query.set('before', String(before));
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

/** Selects the action whose events are listed. */
function actionForm(html: Html, selected: string | undefined): Markup {
  const options = Object.entries(securityActions).map(
    ([action, label]) => html`<option value=${action} selected=${action === selected}>${label}</option>`,
  );
  return html`
    <form method="get" action=${PATH}>
      ${field(
        html,
        { id: 'action', label: 'Events' },
        (attributes) => html`
          <select ...${attributes} name="action">
            <option value="">All events</option>
            ${options}
          </select>`,
      )}
      ${button(html, 'Show')}
    </form>`;
}

function eventList(html: Html, events: readonly SecurityEvent[], linkOf: EventLink): Markup {
  return rowList(
    html,
    events.map((event) => toRow(html, event, linkOf(event))),
  );
}

function toRow(html: Html, event: SecurityEvent, link: string | undefined): Markup {
  const { action, subject, address, userAgent, at } = event;
  const object =
    subject === null ? null : html`: ${link === undefined ? subject : html`<a href=${link}>${subject}</a>`}`;
  return html`
      <div>
        <p><strong>${ACTION_LABELS[action] ?? action}</strong>${object}</p>
        <p class="soft">${address} · ${userAgent ?? 'No user agent'}</p>
      </div>
      <span class="soft">${timeElement(html, toApiTime(at))}</span>`;
}

const ACTION_LABELS: Readonly<Record<string, string | undefined>> = securityActions;
