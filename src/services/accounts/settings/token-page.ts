import { createSsoRequest } from '../../../authorizations/tokens/single-sign-on.ts';
import {
  alert,
  button,
  buttonLink,
  descriptionList,
  rowList,
  secretNotice,
} from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Authorization, Organization } from '../../../store/index.ts';
import { lastUse, timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { type MemberRequest, showPage, type View } from '../page.ts';
import { noSecrets, type OneTimeSecrets } from '../sessions/one-time-secret.ts';
import { TOKENS_PATH, toSsoPath, toTokenPath } from './paths.ts';
import { findEnforcing } from './single-sign-on.ts';
import { type TokenDraft, tokenFields } from './token-form.ts';

interface Shown {
  readonly notice?: string | undefined;
  /** The submitted draft, if it is rejected, and the reason. */
  readonly draft?: TokenDraft;
  readonly problem?: string;
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
  const enforcing = await findEnforcing(service, caller.user);
  const organizations = enforcing.map((organization) => ({
    organization,
    isAllowed: allowed.has(organization.id),
    path: `${toSsoPath(organization.login)}?authorization_request=${createSsoRequest(
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
    view.problem === undefined ? 200 : 422,
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
  { id, tokenLastEight, createdAt, lastUsedAt, expiresAt }: Authorization,
  view: Shown & Pick<OneTimeSecrets, 'secrets'>,
  draft: TokenDraft,
  organizations: readonly OrganizationAccess[],
): View {
  const path = toTokenPath(id);
  return {
    title: 'Personal access token',
    section: TOKENS_PATH,
    hasCopyButtons: view.secrets.length > 0,
    main: (html, { token }) => html`
      <p><a href=${TOKENS_PATH}>Personal access tokens</a></p>
      <h1>Personal access token</h1>
      ${actionNotice(html, view.notice)}
      ${view.secrets.map((secret) => secretNotice(html, 'Your new token. The previous token is no longer valid.', secret))}
      ${alert(html, view.problem)}
      ${descriptionList(html, [
        ['Ends in', html`<code>${tokenLastEight}</code>`],
        ['Created', timeElement(html, createdAt)],
        ['Used', lastUse(html, lastUsedAt)],
        ...(expiresAt === null ? [] : [['Expires', timeElement(html, expiresAt)] as const]),
      ])}
      <form method="post" action=${path}>
        ${token}
        ${tokenFields(html, draft, service.release, false)}
        ${button(html, 'Save', { kind: 'primary', name: 'action', value: 'save' })}
      </form>
      ${singleSignOn(html, token, path, organizations)}
      <h2>Regenerate or delete</h2>
      <form method="post" action=${path}>
        ${token}
        <p>A regenerated token has a new value and the same note and scopes. Clients that use the current value stop working.</p>
        <div class="actions">
          ${button(html, 'Regenerate', { name: 'action', value: 'regenerate' })}
          ${button(html, 'Delete', { kind: 'danger', name: 'action', value: 'delete' })}
        </div>
      </form>`,
  };
}

function singleSignOn(
  html: Html,
  token: Markup,
  action: string,
  organizations: readonly OrganizationAccess[],
): Markup | null {
  if (organizations.length === 0) return null;
  const rows = organizations.map(({ organization, isAllowed, path }) => {
    const form = html`
      <form class="inline" method="post" action=${action}>
        ${token}
        <input type="hidden" name="organization" value=${organization.login} />
        ${button(html, 'Revoke', { name: 'action', value: 'withdraw' })}
      </form>`;
    return html`
      <div>${organization.name ?? organization.login}</div>
      ${isAllowed ? form : buttonLink(html, 'Authorize', path)}`;
  });
  return html`<h2>Organizations with single sign-on</h2>${rowList(html, rows)}`;
}
