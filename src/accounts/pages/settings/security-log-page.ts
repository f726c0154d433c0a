import { button, buttonLink } from '#pages/components/button.ts';
import { field, select } from '#pages/components/field.ts';
import { itemList } from '#pages/components/item-list.ts';
import { html, type Markup } from '#pages/html.ts';
import { securityActions } from '../../domain/audit/security-log.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { SecurityEvent, SecurityEventFilter } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { exactTime } from '../components/lists.ts';
import { SECURITY_LOG_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import type { EventLink } from './event-links.ts';
import { describeUserAgent } from './user-agent.ts';

interface LogPage extends SecurityEventFilter {
  readonly events: readonly SecurityEvent[];
  /** The last event, if there are older ones. */
  readonly last: SecurityEvent | undefined;
}

export function logView({ events, last, before, action }: LogPage, linkOf: EventLink): View {
  const isOlder = before !== undefined;
  return {
    title: 'Security log',
    section: SECURITY_LOG_PATH,
    main: () => html`
      ${heading('Security log', { text: 'Security events of your account. Check that you recognize them.' })}
      ${actionForm(action)}
      ${events.length === 0 ? html`<p class="soft">There are no ${isOlder ? 'older ' : ''}events${action === undefined ? '' : ' of this kind'}.</p>` : eventList(events, linkOf)}
      <nav class="actions" aria-label="Pages">
        ${isOlder ? buttonLink('Newest', buildPath({ action })) : null}
        ${last === undefined ? null : buttonLink('Older', buildPath({ action, before: last.id }), { rel: 'next' })}
      </nav>`,
  };
}

function buildPath({ before, action }: SecurityEventFilter): string {
  const query = new URLSearchParams();
  if (action !== undefined) query.set('action', action);
  if (before !== undefined) query.set('before', String(before));
  return query.size === 0 ? SECURITY_LOG_PATH : `${SECURITY_LOG_PATH}?${query}`;
}

/** Selects the action whose events are listed. */
function actionForm(selected: string | undefined): Markup {
  const options = Object.entries(securityActions).map(
    ([action, label]) => html`<option value=${action} selected=${action === selected}>${label}</option>`,
  );
  return html`
    <form class="filter" method="get" action=${SECURITY_LOG_PATH}>
      ${field({ id: 'action', label: 'Events' }, (attributes) =>
        select({ ...attributes, name: 'action' }, html`<option value="">All events</option>${options}`),
      )}
      ${button('Show')}
    </form>`;
}

function eventList(events: readonly SecurityEvent[], linkOf: EventLink): Markup {
  return itemList(events.map((event) => renderRow(event, linkOf(event))));
}

function renderRow(event: SecurityEvent, link: string | undefined): Markup {
  const { action, subject, address, userAgent, at } = event;
  const object =
    subject === null ? null : html`: ${link === undefined ? subject : html`<a href=${link}>${subject}</a>`}`;
  return html`
      <div class="event">
        <p><strong>${ACTION_LABELS[action] ?? action}</strong>${object}</p>
        <div class="soft small">${agent(address, userAgent)}</div>
      </div>
      <span class="soft small">${exactTime(formatApiTime(at))}</span>`;
}

/** The address and the program, whose whole name is folded where it is long. */
function agent(address: string, userAgent: string | null): Markup {
  if (userAgent === null) return html`${address} · no user agent`;
  const program = describeUserAgent(userAgent);
  if (program === userAgent) return html`${address} · ${program}`;
  return html`<details class="agent"><summary>${address} · ${program}</summary>${userAgent}</details>`;
}

const ACTION_LABELS: Readonly<Record<string, string | undefined>> = securityActions;
