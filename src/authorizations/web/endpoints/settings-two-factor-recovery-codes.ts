import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { memberPage } from '../context.ts';
import { listQuery } from '../list-query.ts';
import { takeSecrets } from '../one-time-secret.ts';
import { RECOVERY_CODES_PATH as PATH, recoveryCodesView } from '../recovery-codes-view.ts';
import { SECURITY_PATH } from '../security-view.ts';
import { goOn, show } from '../view.ts';

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
