import type { Html, Markup } from '../../../http/pages/page.ts';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import type { AuditedUse } from '../../store.ts';
import { timeView } from '../components/time.ts';
import { memberPage, type WebContext } from '../context.ts';
import { show, type View } from '../page.ts';

const PATH = '/settings/audit';

export const usagePage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary:
    'Which programs still make deprecated calls in the name of the user; for site administrators, of everybody.',
  access: 'session',
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('Sign in first.') },
  examples: [{ path: PATH, status: 302, answers: [['Location', '/login?return_to=%2Fsettings%2Faudit']] }],

  async handle({ exchange, service, caller }) {
    const { audit, store } = service;
    const { login, siteAdmin } = caller.user;
    await audit.flush();
    const filter = { deprecatedOnly: true, login: siteAdmin ? undefined : login };
    const uses = await store.audit.uses(filter, MOST_ROWS);
    const names = await namesOf(service, uses);
    await show({ exchange, service, caller }, usageView({ uses, names, isOfAll: siteAdmin }));
  },
});

const MOST_ROWS = 200;

interface Usage {
  readonly uses: readonly AuditedUse[];
  /** Names of applications by client id. */
  readonly names: ReadonlyMap<string, string>;
  readonly isOfAll: boolean;
}

async function namesOf({ store }: WebContext, uses: readonly AuditedUse[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const clientId of new Set(uses.map((use) => use.clientId))) {
    const application = clientId === null ? undefined : await store.applications.byClientId(clientId);
    if (application) names.set(application.clientId, application.name);
  }
  return names;
}

function usageView(usage: Usage): View {
  const { uses, isOfAll } = usage;
  return {
    title: 'API usage',
    section: PATH,
    body: (html) => html`
      <h1>API usage</h1>
      <p class="soft">Which programs still make deprecated calls${isOfAll ? '' : ' as you'}? Each of them stops working on the day the calls are removed.</p>
      ${uses.length === 0 ? html`<p>None has made one${isOfAll ? '' : ' as you'}, as far back as the server remembers.</p>` : usageList(html, usage)}
      ${uses.length < MOST_ROWS ? null : html`<p class="soft">These are the latest ${MOST_ROWS}.</p>`}`,
  };
}

function usageList(html: Html, { uses, names, isOfAll }: Usage): Markup {
  const row = ({ userAgent, login, clientId, method, path, count, refused, lastAt }: AuditedUse) => html`
    <li>
      <div>
        <h2 class="row-title">${userAgent ?? 'no user agent'}</h2>
        <p><code>${method} ${path}</code></p>
        <p class="soft">
          ${isOfAll ? `as ${login ?? 'nobody known'} · ` : null}${clientId === null ? null : `for ${names.get(clientId) ?? clientId} · `}
          <span>last ${timeView(html, toApiTime(lastAt))}</span>
        </p>
      </div>
      <span>${count === 1 ? '1 call' : `${count} calls`}${refused === 0 ? null : `, ${refused} refused`}</span>
    </li>`;
  return html`<ul class="rows">${uses.map(row)}</ul>`;
}
