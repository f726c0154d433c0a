import { Type } from 'typebox';
import { securityActions } from '../../domain/audit/security-log.ts';
import { memberPage } from '../sessions/context.ts';
import { loadEventLinks } from '../settings/event-links.ts';
import { showPage } from '../shell/page.ts';
import { SECURITY_LOG_PATH } from '../shell/paths.ts';

export const securityLogPage = memberPage({
  path: SECURITY_LOG_PATH,
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
    const found = await service.store.audit.events(caller.user.id, ROWS + 1, { before, action });
    const linkOf = await loadEventLinks(service, caller.user);
    const { logView } = await import('../settings/security-log-page.ts');
    const events = found.slice(0, ROWS);
    const last = found.length > ROWS ? events.at(-1) : undefined;
    await showPage({ exchange, service, caller }, logView({ events, last, before, action }, linkOf));
  },
});

const ROWS = 50;
