import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { listQuery } from '../components/pagination.ts';
import { memberPage } from '../context.ts';
import { goOn, show } from '../page.ts';
import { takeSecrets } from '../sessions/one-time-secret.ts';
import { SECURITY_PATH } from '../settings/security-page.ts';
import { RECOVERY_CODES_PATH as PATH, recoveryCodesView } from '../two-factor/recovery-codes.ts';

export const recoveryCodesPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'Shows new recovery codes, once.',
  access: 'session',
  query: { notice: listQuery.notice },
  responses: {
    200: htmlResponse('A page with the codes.'),
    302: redirectResponse('Sign in first.'),
    303: redirectResponse('There are no codes to show.'),
  },
  examples: [{ path: PATH, status: 302 }],

  async handle({ query, ...call }) {
    const { secrets, fields } = await takeSecrets(call);
    if (secrets.length === 0) return goOn(call.exchange, SECURITY_PATH, fields);
    await show(call, recoveryCodesView(secrets, query.notice), 200, fields);
  },
});
