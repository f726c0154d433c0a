import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import { button } from '#pages/components.ts';
import { createToken, toNewToken } from '../../domain/tokens/tokens.ts';
import { toApiTime } from '../../store/api-time.ts';
import { toRequestedScopes } from '../authorize/consent.ts';
import { formBody, optionalField, readForm } from '../forms/form.ts';
import type { FormProblem } from '../forms/problem.ts';
import { memberForm, memberPage, type WebContext } from '../sessions/context.ts';
import {
  findTokenProblem,
  MAX_NOTE_LENGTH,
  noteTaken,
  readTokenDraft,
  type TokenDraft,
  toExpiry,
  tokenFields,
  tokenFormFields,
} from '../settings/token-form.ts';
import { passSecrets } from '../shell/one-time-secret.ts';
import { redirectTo, showPage, type View } from '../shell/page.ts';
import { TOKENS_PATH } from '../shell/paths.ts';

const PATH = '/settings/tokens/new';

export const newTokenPage = memberPage({
  path: PATH,
  tag: 'Settings',
  summary: 'Returns the page where the user creates a personal access token.',
  query: {
    scopes: Type.Optional(Type.String({ description: 'Scopes to select, separated by commas.' })),
    description: Type.Optional(Type.String({ description: 'The note to fill in.' })),
  },
  examples: [{ path: `${PATH}?scopes=repo,gist&description=backup`, status: 302 }],

  async handle({ query, exchange, service, caller }) {
    const note = (query.description ?? '').slice(0, MAX_NOTE_LENGTH);
    const scopes = toRequestedScopes(query.scopes ?? '', service.release);
    await showPage({ exchange, service, caller }, newView(service, { note, scopes, days: undefined }));
  },
});

export const generateToken = memberForm({
  path: PATH,
  tag: 'Settings',
  summary: 'Creates a personal access token, and redirects to the page that shows it once.',
  body: formBody({ ...tokenFormFields, days: optionalField('Days until the token expires.') }),
  responses: {
    303: redirectResponse('To the page that shows the token once.'),
    422: 'A field of the form is invalid.',
  },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    const draft = readTokenDraft(readForm(call), service.release);
    const reject = (rejected: FormProblem) =>
      showPage(call, newView(service, draft, rejected), rejected.status);
    const problem = findTokenProblem(draft);
    if (problem) return reject(problem);
    const [token, now] = [createToken(service, 'personal'), service.runtime.now()];
    const created = await service.store.authorizations.create(
      {
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
      },
      service.securityLog.tokenEvent(exchange, 'oauth_access.create'),
    );
    if (!created) return reject(noteTaken);
    redirectTo(exchange, TOKENS_PATH, passSecrets(call, TOKENS_PATH, [token]));
  },
});

function newView({ release }: WebContext, draft: TokenDraft, rejected?: FormProblem): View {
  return {
    title: 'New personal access token',
    section: TOKENS_PATH,
    main: (html, { token }) => html`
      <p><a href=${TOKENS_PATH}>Personal access tokens</a></p>
      <h1>New personal access token</h1>
      <form method="post" action=${PATH}>
        ${token}
        ${tokenFields(html, draft, release, true, rejected)}
        ${button(html, 'Generate token', { kind: 'primary' })}
      </form>`,
  };
}
