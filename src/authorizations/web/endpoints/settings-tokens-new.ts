import { Type } from 'typebox';
import { htmlResponse, redirectResponse } from '../../../http/response.ts';
import { toApiTime } from '../../answers/api-time.ts';
import { createToken, toNewToken } from '../../tokens/tokens.ts';
import { toRequestedScopes } from '../authorize/consent.ts';
import { alert } from '../components/notices.ts';
import { memberPage, type WebContext } from '../context.ts';
import { formBody, optionalField, readForm } from '../forms/form.ts';
import { goOn, show, type View } from '../page.ts';
import { passSecrets } from '../sessions/one-time-secret.ts';
import {
  LONGEST_NOTE,
  problemOfDraft,
  readTokenDraft,
  type TokenDraft,
  toExpiry,
  tokenFields,
  tokenFormFields,
} from '../settings/token-form.ts';
import { TOKENS_PATH } from '../settings/tokens-page.ts';

const PATH = '/settings/tokens/new';

export const newTokenPage = memberPage({
  path: PATH,
  methods: ['GET'],
  tag: 'Settings',
  summary: 'The page for a new personal access token.',
  access: 'session',
  query: {
    scopes: Type.Optional(Type.String({ description: 'Scopes to begin with, set apart by commas.' })),
    description: Type.Optional(Type.String({ description: 'The note to begin with.' })),
  },
  responses: { 200: htmlResponse('A page.'), 302: redirectResponse('Sign in first.') },
  examples: [{ path: `${PATH}?scopes=repo,gist&description=backup`, status: 302 }],

  async handle({ query, exchange, service, caller }) {
    const note = (query.description ?? '').slice(0, LONGEST_NOTE);
    const scopes = toRequestedScopes(query.scopes ?? '', service.era);
    await show({ exchange, service, caller }, newView(service, { note, scopes, days: undefined }));
  },
});

export const generateToken = memberPage({
  path: PATH,
  methods: ['POST'],
  tag: 'Settings',
  summary: 'Makes a personal access token, and sends the browser to the page that shows it once.',
  access: 'session',
  body: formBody({ ...tokenFormFields, days: optionalField('Days until the token expires.') }),
  responses: {
    303: redirectResponse('To the page that shows the token, once.'),
    403: 'The form did not come from the page.',
    422: 'Something in the form cannot be.',
  },
  examples: [{ path: PATH, status: 303, answers: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const draft = readTokenDraft(readForm(call), service.era);
    const refuse = (problem: string) => show(call, newView(service, draft, problem), 422);
    const problem = problemOfDraft(draft);
    if (problem !== undefined) return refuse(problem);
    const [token, now] = [createToken(service, 'personal'), service.runtime.now()];
    const made = await service.store.authorizations.create({
      ...toNewToken(token),
      userId: caller.user.id,
      applicationId: null,
      origin: 'page',
      note: draft.note,
      noteUrl: null,
      scopes: [...draft.scopes],
      fingerprint: null,
      expiresAt: toExpiry(draft, now),
      at: toApiTime(now),
    });
    if (!made) return refuse('Another token has this note already.');
    await service.securityLog.note(exchange, caller.user.id, 'oauth_access.create', draft.note);
    goOn(exchange, TOKENS_PATH, passSecrets(call, TOKENS_PATH, [token]));
  },
});

function newView({ era }: WebContext, draft: TokenDraft, problem?: string): View {
  return {
    title: 'New personal access token',
    section: '/settings/tokens',
    body: (html, { token }) => html`
      <p><a href="/settings/tokens">Personal access tokens</a></p>
      <h1>New personal access token</h1>
      ${alert(html, problem)}
      <form method="post" action=${PATH}>
        ${token}
        ${tokenFields(html, draft, era, true)}
        <button class="main">Generate token</button>
      </form>`,
  };
}
