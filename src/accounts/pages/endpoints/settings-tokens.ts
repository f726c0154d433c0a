import { Type } from 'typebox';
import { redirectResponse } from '#http/message/response.ts';
import { buildNewToken, createToken } from '../../domain/tokens/tokens.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { Authorization } from '../../store/index.ts';
import { listQuery } from '../components/list-query.ts';
import { choiceField, formBody, optionalField, readForm } from '../forms/form.ts';
import type { FormProblem } from '../forms/problem.ts';
import { memberForm, memberPage, type WebContext } from '../sessions/context.ts';
import type { Member } from '../sessions/visitor.ts';
import { deletion, deletionOfAll, regeneration, withdrawal } from '../settings/token-actions.ts';
import {
  findTokenProblem,
  noteTaken,
  readTokenDraft,
  type TokenDraft,
  tokenFormFields,
} from '../settings/token-form.ts';
import { askConfirmation, confirmationFormFields, isConfirmed } from '../shell/confirmation.ts';
import type { ConfirmedAction } from '../shell/confirmation-form.ts';
import { passSecrets, takeSecrets } from '../shell/one-time-secret.ts';
import { redirectTo } from '../shell/page.ts';
import { buildTokenPath, TOKENS_PATH } from '../shell/paths.ts';

export const tokensPage = memberPage({
  path: TOKENS_PATH,
  tag: 'Settings',
  summary: 'Lists the personal access tokens of the user.',
  query: listQuery,
  examples: [{ status: 302, responseFields: [['Location', '/login?return_to=%2Fsettings%2Ftokens']] }],

  async handle({ query, ...call }) {
    const { showTokens } = await import('../settings/tokens-page.ts');
    await showTokens(call, query);
  },
});

export const deleteAllTokens = memberForm({
  path: TOKENS_PATH,
  tag: 'Settings',
  summary: 'Deletes all personal access tokens.',
  body: formBody(confirmationFormFields),
  responses: { 422: 'The action is not confirmed: a page asks for the confirmation.' },
  examples: [{ status: 303, responseFields: [['Location', '/login']] }],

  async handle(call) {
    const { exchange, service, caller } = call;
    if (!isConfirmed(readForm(call))) return askConfirmation(call, TOKENS_PATH, deletionOfAll());
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
  responses: { 303: redirectResponse('To the list: the user has no such token.') },
  examples: [{ path: '/settings/tokens/1', status: 302 }],

  async handle({ params, query, exchange, service, caller }) {
    const authorization = await find(service, caller, params.authorization_id);
    if (!authorization) return redirectTo(exchange, GONE);
    const call = { exchange, service, caller };
    const secrets = await takeSecrets(call);
    const { showToken } = await import('../settings/token-page.ts');
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
    ...confirmationFormFields,
    organization: optionalField('Login of the organization whose authorization is revoked.'),
  }),
  responses: {
    303: redirectResponse(
      'The action is complete. After `regenerate`, the target page shows the new token once. To the list if the user has no such token.',
    ),
    422: 'A field of the form is invalid, or the action is not confirmed: a page asks for the confirmation.',
  },
  examples: [{ path: '/settings/tokens/1', status: 303 }],

  async handle(call) {
    const { params, exchange, service, caller } = call;
    const form = readForm(call);
    const { store, securityLog, runtime } = service;
    const authorization = await find(service, caller, params.authorization_id);
    if (!authorization) return redirectTo(exchange, GONE);
    const [{ id }, userId, at] = [authorization, caller.user.id, formatApiTime(runtime.now())];
    const page = buildTokenPath(id);
    const ask = (action: ConfirmedAction) => askConfirmation(call, TOKENS_PATH, action);

    const reject = async (draft: TokenDraft, rejected: FormProblem) => {
      const { showToken } = await import('../settings/token-page.ts');
      await showToken(call, authorization, { draft, rejected });
    };

    switch (form.text('action')) {
      case 'delete': {
        if (!isConfirmed(form)) return ask(deletion(authorization, runtime.now()));
        const event = securityLog.event(exchange, userId, 'oauth_access.destroy', authorization.note);
        if (!(await store.authorizations.delete(userId, id, at, { event })))
          return redirectTo(exchange, GONE);
        return redirectTo(exchange, `${TOKENS_PATH}?notice=token-deleted`);
      }

      case 'regenerate': {
        if (!isConfirmed(form)) return ask(regeneration(authorization));
        const token = createToken(service, 'personal');
        const renewed = await store.authorizations.regenerate(
          userId,
          id,
          buildNewToken(token),
          at,
          ({ note }) => securityLog.event(exchange, userId, 'oauth_access.regenerate', note),
        );
        if (!renewed) return redirectTo(exchange, GONE);
        return redirectTo(exchange, page, passSecrets(call, page, [token]));
      }

      case 'withdraw': {
        const organization = await store.organizations.byLogin(form.text('organization'));
        if (!organization) return redirectTo(exchange, page);
        if (!isConfirmed(form)) return ask(withdrawal(authorization, organization));
        const subject = `${authorization.note ?? 'token'} (${organization.login})`;
        const event = securityLog.event(exchange, userId, 'org_credential_authorization.revoke', subject);
        if (!(await store.organizations.disallow(id, organization.id, event)))
          return redirectTo(exchange, page);
        return redirectTo(exchange, `${page}?notice=sso-withdrawn`);
      }

      default: {
        const draft = readTokenDraft(form, service.release);
        const rejected = findTokenProblem(draft);
        if (rejected) return reject(draft, rejected);
        const { note, scopes } = draft;
        const changed = await store.authorizations.update(
          userId,
          id,
          () => ({ note, scopes: [...scopes] }),
          at,
          () => securityLog.event(exchange, userId, 'oauth_access.update', note),
        );
        if (changed === 'taken') return reject(draft, noteTaken);
        if (!changed) return redirectTo(exchange, GONE);
        redirectTo(exchange, `${page}?notice=token-saved`);
      }
    }
  },
});

/** A page that the browser goes back to after the deletion leads to the list, which explains it. */
const GONE = `${TOKENS_PATH}?notice=token-gone`;

async function find({ store }: WebContext, { user }: Member, id: number): Promise<Authorization | undefined> {
  const authorization = await store.authorizations.byId(user.id, id);
  return authorization?.application === null && authorization.origin !== 'impersonation'
    ? authorization
    : undefined;
}
