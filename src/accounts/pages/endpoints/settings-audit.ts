import { rowList } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import { toApiTime } from '../../store/api-time.ts';
import type { AuditedUse } from '../../store/index.ts';
import { timeElement } from '../components/lists.ts';
import { memberPage, type WebContext } from '../sessions/context.ts';
import { showPage, type View } from '../shell/page.ts';

const PATH = '/settings/audit';

export const usagePage = memberPage({
  path: PATH,
  tag: 'Settings',
  summary:
    'Lists the clients that still make deprecated API requests: those of the user or, for site administrators, of all users.',
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Fsettings%2Faudit']] }],

  async handle({ exchange, service, caller }) {
    const { audit, store } = service;
    const { login, siteAdmin } = caller.user;
    await audit.flush();
    const filter = { deprecatedOnly: true, login: siteAdmin ? undefined : login };
    const uses = await store.audit.uses(filter, MAX_ROWS);
    const names = await namesOf(service, uses);
    await showPage({ exchange, service, caller }, usageView({ uses, names, isOfAll: siteAdmin }));
  },
});

const MAX_ROWS = 200;

interface Usage {
  readonly uses: readonly AuditedUse[];
  /** Application names by client ID. */
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
    main: (html) => html`
      <h1>API usage</h1>
      <p class="soft">Clients that make deprecated API requests${isOfAll ? '' : ' as you'}. They stop working when the API is removed.</p>
      ${uses.length === 0 ? html`<p>No deprecated API requests${isOfAll ? '' : ' as you'} are recorded.</p>` : usageList(html, usage)}
      ${uses.length < MAX_ROWS ? null : html`<p class="soft">Only the latest ${MAX_ROWS} entries are shown.</p>`}`,
  };
}

function usageList(html: Html, { uses, names, isOfAll }: Usage): Markup {
  const toRow = ({ userAgent, login, clientId, method, path, count, refused, lastAt }: AuditedUse) => html`
      <div>
        <h2 class="row-title">${userAgent ?? 'No user agent'}</h2>
        <p><code>${method} ${path}</code></p>
        <p class="soft">
          ${isOfAll ? `as ${login ?? 'an unknown user'} · ` : null}${clientId === null ? null : `for ${names.get(clientId) ?? clientId} · `}
          <span>last ${timeElement(html, toApiTime(lastAt))}</span>
        </p>
      </div>
      <span>${count === 1 ? '1 request' : `${count} requests`}${refused === 0 ? null : `, ${refused} rejected`}</span>`;
  return rowList(html, uses.map(toRow));
}
