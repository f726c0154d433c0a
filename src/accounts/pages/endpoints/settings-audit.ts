import type { AuditedUse } from '../../store/index.ts';
import { memberPage, type WebContext } from '../sessions/context.ts';
import { showPage } from '../shell/page.ts';
import { USAGE_PATH } from '../shell/paths.ts';

export const usagePage = memberPage({
  path: USAGE_PATH,
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
    const { usageView } = await import('../settings/usage-page.ts');
    await showPage(
      { exchange, service, caller },
      usageView({ uses, names, isOfAll: siteAdmin, now: service.runtime.now(), limit: MAX_ROWS }),
    );
  },
});

const MAX_ROWS = 200;

async function namesOf({ store }: WebContext, uses: readonly AuditedUse[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const clientId of new Set(uses.map((use) => use.clientId))) {
    const application = clientId === null ? undefined : await store.applications.byClientId(clientId);
    if (application) names.set(application.clientId, application.name);
  }
  return names;
}
