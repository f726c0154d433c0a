import { Type } from 'typebox';
import { createToken, toNewToken } from '../../../authorizations/tokens/tokens.ts';
import { notFound } from '../../../http/message/errors.ts';
import { redirectResponse } from '../../../http/message/response.ts';
import { toApiTime } from '../../../store/api-time.ts';
import type { Authorization } from '../../../store/index.ts';
import { listQuery } from '../components/lists.ts';
import { memberForm, memberPage, type WebContext } from '../context.ts';
import { confirmationFormFields, requireConfirmation } from '../forms/confirmation.ts';
import { choiceField, formBody, optionalField, readForm } from '../forms/form.ts';
import { redirectTo } from '../page.ts';
import { passSecrets, takeSecrets } from '../sessions/one-time-secret.ts';
import type { Member } from '../sessions/visitor.ts';
import { TOKENS_PATH, toTokenPath } from '../settings/paths.ts';
import { findTokenProblem, readTokenDraft, tokenFormFields } from '../settings/token-form.ts';
import { showToken } from '../settings/token-page.ts';
import { showTokens } from '../settings/tokens-page.ts';

export const tokensPage = memberPage({
  path: TOKENS_PATH,
  tag: 'Settings',
  summary: 'Lists the personal access tokens of the user.',
  query: listQuery,
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Fsettings%2Ftokens']] }],

  handle: ({ query, ...call }) => showTokens(call, query),
});

export const deleteAllTokens = memberForm({
  path: TOKENS_PATH,
  tag: 'Settings',
  summary: 'Deletes all personal access tokens.',
  body: formBody(confirmationFormFields),
  responses: { 422: 'The action is not confirmed.' },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    requireConfirmation(readForm(call));
    const { id } = caller.user;
    await service.store.authorizations.deleteAllPersonal(id, (count) =>
      service.securityLog.event(exchange, id, 'oauth_access.destroy', `all ${count} personal access tokens`),
    );
    redirectTo(exchange, `${TOKENS_PATH}?notice=tokens-deleted`);
  },
});

const params = { authorization_id: Type.Integer({ description: 'The ID of the token.' }) };

export const tokenPage = memberPage({
  path: '/settings/tokens/{authorization_id}',
  tag: 'Settings',
  summary: 'Returns the page of a personal access token.',
  params,
  query: { notice: listQuery.notice },
  responses: { 404: 'The user has no such token.' },
  examples: [{ path: '/settings/tokens/1', status: 302 }],

  async handle({ params, query, exchange, service, caller }) {
    const authorization = await find(service, caller, params.authorization_id);
    const call = { exchange, service, caller };
    const secrets = await takeSecrets(call);
    await showToken(call, authorization, { notice: query.notice }, secrets);
  },
});

export const changeToken = memberForm({
  path: '/settings/tokens/{authorization_id}',
  tag: 'Settings',
  summary:
    'Saves, regenerates or deletes a personal access token, or revokes its authorization for an organization.',
  params,
  body: formBody({
    action: choiceField('save', 'regenerate', 'delete', 'withdraw'),
    ...tokenFormFields,
    organization: optionalField('Login of the organization whose authorization is revoked.'),
  }),
  responses: {
    303: redirectResponse(
      'The action is complete. After `regenerate`, the target page shows the new token once.',
    ),
    404: 'The user has no such token.',
    422: 'A field of the form is invalid.',
  },
  examples: [{ path: '/settings/tokens/1', status: 303 }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    const form = readForm(call);
    const { store, securityLog, runtime } = service;
    const authorization = await find(service, caller, params.authorization_id);
    const [{ id }, userId, at] = [authorization, caller.user.id, toApiTime(runtime.now())];
    const page = toTokenPath(id);

    switch (form.text('action')) {
      case 'delete': {
        const event = securityLog.event(exchange, userId, 'oauth_access.destroy', authorization.note);
        if (!(await store.authorizations.delete(userId, id, at, { event }))) throw notFound();
        return redirectTo(exchange, `${TOKENS_PATH}?notice=token-deleted`);
      }

      case 'regenerate': {
        const token = createToken(service, 'personal');
        const renewed = await store.authorizations.regenerate(userId, id, toNewToken(token), at, ({ note }) =>
          securityLog.event(exchange, userId, 'oauth_access.regenerate', note),
        );
        if (!renewed) throw notFound();
        return redirectTo(exchange, page, passSecrets(call, page, [token]));
      }

      case 'withdraw': {
        const organization = await store.organizations.byLogin(form.text('organization'));
        if (!organization) throw notFound();
        const subject = `${authorization.note ?? 'token'} (${organization.login})`;
        const event = securityLog.event(exchange, userId, 'org_credential_authorization.revoke', subject);
        if (!(await store.organizations.disallow(id, organization.id, event))) throw notFound();
        return redirectTo(exchange, `${page}?notice=sso-withdrawn`);
      }

      default: {
        const draft = readTokenDraft(form, service.release);
        const problem = findTokenProblem(draft);
        if (problem !== undefined) return showToken(call, authorization, { draft, problem });
        const { note, scopes } = draft;
        const changed = await store.authorizations.update(
          userId,
          id,
          () => ({ note, scopes: [...scopes] }),
          at,
          () => securityLog.event(exchange, userId, 'oauth_access.update', note),
        );
        if (changed === 'taken')
          return showToken(call, authorization, { draft, problem: 'Another token has this note.' });
        if (!changed) throw notFound();
        redirectTo(exchange, `${page}?notice=token-saved`);
      }
    }
  },
});

async function find({ store }: WebContext, { user }: Member, id: number): Promise<Authorization> {
  const authorization = await store.authorizations.byId(user.id, id);
  if (!authorization || authorization.application || authorization.origin === 'impersonation')
    throw notFound();
  return authorization;
}
