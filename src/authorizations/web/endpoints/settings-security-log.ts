import { Type } from 'typebox';
import type { Html, Markup } from '../../../http/pages/page.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import { securityActions } from '../../audit/security-log.ts';
import type { SecurityEvent } from '../../store.ts';
import { timeView } from '../components/time.ts';
import { memberPage } from '../context.ts';
import { show, type View } from '../page.ts';

const PATH = '/settings/security-log';

export const securityLogPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary:
    'What was done to the account, the newest first: sign-ins, tokens, applications, password and two-factor.',
  access: 'session',
  query: {
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        clamp: true,
        description: 'The ID of the event where the page before ended.',
      }),
    ),
  },
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('Sign in first.') },
  examples: [
    { path: PATH, status: 302, answers: [['Location', '/login?return_to=%2Fsettings%2Fsecurity-log']] },
  ],

  async handle({ query, exchange, service, caller }) {
    // One more than is shown tells whether there are older ones.
    const events = await service.store.audit.events(caller.user.id, ROWS + 1, query.before);
    await show({ exchange, service, caller }, logView(events, query.before !== undefined));
  },
});

const ROWS = 50;

function logView(events: readonly SecurityEvent[], isOlder: boolean): View {
  const shown = events.slice(0, ROWS);
  const last = events.length > ROWS ? shown.at(-1) : undefined;
  return {
    title: 'Security log',
    section: PATH,
    body: (html) => html`
      <h1>Security log</h1>
      <p class="soft">What was done to your account. Look for what you do not know.</p>
      ${shown.length === 0 ? html`<p>There is nothing${isOlder ? ' older' : ' yet'}.</p>` : eventList(html, shown)}
      <nav class="actions" aria-label="Pages">
        ${isOlder ? html`<a class="button" href=${PATH}>Newest</a>` : null}
        ${last === undefined ? null : html`<a class="button" rel="next" href=${`${PATH}?before=${last.id}`}>Older</a>`}
      </nav>`,
  };
}

function eventList(html: Html, events: readonly SecurityEvent[]): Markup {
  return html`<ul class="rows">${events.map((event) => row(html, event))}</ul>`;
}

function row(html: Html, { action, subject, address, userAgent, at }: SecurityEvent): Markup {
  return html`
    <li>
      <div>
        <p><strong>${WORDS[action] ?? action}</strong>${subject === null ? null : `: ${subject}`}</p>
        <p class="soft">${address} · ${userAgent ?? 'no user agent'}</p>
      </div>
      <span class="soft">${timeView(html, toApiTime(at))}</span>
    </li>`;
}

const WORDS: Readonly<Record<string, string | undefined>> = securityActions;
