import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import { buildNewToken, createToken } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { parseRequestedScopes } from '../authorize/consent.ts';
import { formBody, optionalField, readForm } from '../forms/form.ts';
import type { FormProblem } from '../forms/problem.ts';
import { memberForm, memberPage } from '../sessions/context.ts';
import {
  findTokenProblem,
  formatExpiry,
  MAX_NOTE_LENGTH,
  noteTaken,
  readTokenDraft,
  tokenFormFields,
} from '../settings/token-form.ts';
import { passSecrets } from '../shell/one-time-secret.ts';
import { redirectTo, showPage } from '../shell/page.ts';
import { NEW_TOKEN_PATH, TOKENS_PATH } from '../shell/paths.ts';

export const newTokenPage = memberPage({
  path: NEW_TOKEN_PATH,
  tag: 'Settings',
  summary: 'Returns the page where the user creates a personal access token.',
  query: {
    scopes: Type.Optional(Type.String({ description: 'Scopes to select, separated by commas.' })),
    description: Type.Optional(Type.String({ description: 'The note to fill in.' })),
  },
  examples: [{ path: `${NEW_TOKEN_PATH}?scopes=repo,gist&description=backup`, status: 302 }],

  async handle({ query, exchange, service, caller }) {
    const note = (query.description ?? '').slice(0, MAX_NOTE_LENGTH);
    const scopes = parseRequestedScopes(query.scopes ?? '', service.release);
    const { newTokenView } = await import('../settings/new-token-page.ts');
    await showPage({ exchange, service, caller }, newTokenView(service, { note, scopes, days: undefined }));
  },
});

export const generateToken = memberForm({
  path: NEW_TOKEN_PATH,
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
    const reject = async (rejected: FormProblem) => {
      const { newTokenView } = await import('../settings/new-token-page.ts');
      await showPage(call, newTokenView(service, draft, rejected), rejected.status);
    };
    const problem = findTokenProblem(draft);
    if (problem) return reject(problem);
    const [token, now] = [createToken(service, 'personal'), service.runtime.now()];
    const created = await service.store.authorizations.create(
      {
        ...buildNewToken(token),
        userId: caller.user.id,
        applicationId: null,
        origin: 'page',
        note: draft.note,
        noteUrl: null,
        scopes: [...draft.scopes],
        fingerprint: null,
        expiresAt: formatExpiry(draft, now),
        at: formatApiTime(now),
      },
      service.securityLog.tokenEvent(exchange, 'oauth_access.create'),
    );
    if (!created) return reject(noteTaken);
    redirectTo(exchange, TOKENS_PATH, passSecrets(call, TOKENS_PATH, [token]));
  },
});
