import { button, buttonLink } from '#pages/components/button.ts';
import { factList } from '#pages/components/facts.ts';
import { itemList } from '#pages/components/item-list.ts';
import { badge } from '#pages/components/label.ts';
import { secretNotice } from '#pages/components/secret-notice.ts';
import { html, type Markup } from '#pages/html.ts';
import { createSsoRequest, findEnforcing } from '../../domain/tokens/single-sign-on.ts';
import type { Authorization, Organization } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { exactTime, lastUse } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import type { FormProblem } from '../forms/problem.ts';
import { confirmationForm, confirmedActions } from '../shell/confirmation-form.ts';
import { noSecrets, type OneTimeSecrets } from '../shell/one-time-secret.ts';
import { type MemberRequest, showPage } from '../shell/page.ts';
import { buildSsoPath, buildTokenPath, TOKENS_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { deletion, regeneration, tokenName, withdrawal } from './token-actions.ts';
import { tokenFields } from './token-fields.ts';
import type { TokenDraft } from './token-form.ts';

interface Shown {
  readonly notice?: string | undefined;
  /** The submitted draft, if it is rejected, and the reason. */
  readonly draft?: TokenDraft;
  readonly rejected?: FormProblem;
}

/** Sends the page of a personal access token. */
export async function showToken(
  call: MemberRequest,
  authorization: Authorization,
  view: Shown,
  { secrets, fields } = noSecrets,
): Promise<void> {
  const { service, caller } = call;
  const allowed = new Set(await service.store.organizations.allowedOf(authorization.id));
  const enforcing = await findEnforcing(service.store, caller.user);
  const organizations = enforcing.map((organization) => ({
    organization,
    isAllowed: allowed.has(organization.id),
    path: `${buildSsoPath(organization.login)}?authorization_request=${createSsoRequest(
      { authorization, organizationId: organization.id },
      service.runtime.now(),
    )}`,
  }));
  const draft = view.draft ?? {
    note: authorization.note ?? '',
    scopes: authorization.scopes,
    days: undefined,
  };
  await showPage(
    call,
    tokenView(call, authorization, { ...view, secrets }, draft, organizations),
    view.rejected?.status,
    fields,
  );
}

interface OrganizationAccess {
  readonly organization: Organization;
  readonly isAllowed: boolean;
  /** The page that authorizes the token. */
  readonly path: string;
}

function tokenView(
  { service }: MemberRequest,
  authorization: Authorization,
  view: Shown & Pick<OneTimeSecrets, 'secrets'>,
  draft: TokenDraft,
  organizations: readonly OrganizationAccess[],
): View {
  const { tokenLastEight, createdAt, lastUsedAt, expiresAt } = authorization;
  const path = buildTokenPath(authorization.id);
  const now = service.runtime.now();
  return {
    title: tokenName(authorization),
    section: TOKENS_PATH,
    main: ({ token }) => html`
      ${heading(tokenName(authorization), { parent: { path: TOKENS_PATH, title: 'Personal access tokens' } })}
      ${actionNotice(view.notice)}
      ${view.secrets.map((secret) => secretNotice('Your new token. The previous token is no longer valid.', secret))}
      ${factList([
        ['Ends in', html`<code>${tokenLastEight}</code>`],
        ['Made', exactTime(createdAt)],
        ['Last use', lastUse(lastUsedAt, now)],
        ...(expiresAt === null ? [] : [['Expires', exactTime(expiresAt)] as const]),
      ])}
      <form method="post" action=${path}>
        ${token}
        ${tokenFields(draft, service.release, false, view.rejected)}
        ${button('Save', { kind: 'primary', name: 'action', value: 'save' })}
      </form>
      ${singleSignOn(token, authorization, organizations)}
      <h2>Regenerate or delete</h2>
      ${confirmedActions(token, [regeneration(authorization), deletion(authorization, now)])}`,
  };
}

function singleSignOn(
  token: Markup,
  authorization: Authorization,
  organizations: readonly OrganizationAccess[],
): Markup | null {
  if (organizations.length === 0) return null;
  const rows = organizations.map(({ organization, isAllowed, path }) => {
    return html`
      <div>${organization.name ?? organization.login} ${badge(isAllowed ? 'authorized' : 'not authorized')}</div>
      ${isAllowed ? confirmationForm(token, withdrawal(authorization, organization)) : buttonLink('Authorize', path, { isSmall: true })}`;
  });
  return html`<h2>Organizations with single sign-on</h2>${itemList(rows)}`;
}
