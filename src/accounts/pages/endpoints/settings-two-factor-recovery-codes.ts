import { htmlResponse, redirectResponse } from '#http/message/response.ts';
import { listQuery } from '../components/list-query.ts';
import { memberPage } from '../sessions/context.ts';
import { takeSecrets } from '../shell/one-time-secret.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { RECOVERY_CODES_PATH, SECURITY_PATH } from '../shell/paths.ts';

export const recoveryCodesPage = memberPage({
  path: RECOVERY_CODES_PATH,
  tag: 'Settings',
  summary: 'Returns the page that shows new recovery codes once.',
  query: { notice: listQuery.notice },
  responses: {
    200: htmlResponse('A page with the codes.'),
    302: redirectResponse('The user is not signed in.'),
    303: redirectResponse('There are no codes to show.'),
  },
  examples: [{ status: 302 }],

  async handle({ query, ...call }) {
    const { secrets, fields } = await takeSecrets(call);
    if (secrets.length === 0) return redirectTo(call.exchange, SECURITY_PATH, fields);
    const { recoveryCodesView } = await import('../two-factor/recovery-codes-page.ts');
    await showPage(call, recoveryCodesView(secrets, query.notice), 200, fields);
  },
});
