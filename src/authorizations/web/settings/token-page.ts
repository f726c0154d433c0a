import type { Html, Markup } from '../../../http/pages/page.ts';
import { createSsoRequest } from '../../single-sign-on/sso-request.ts';
import type { Authorization, Organization } from '../../store.ts';
import { alert, notice } from '../components/notices.ts';
import { shownOnce } from '../components/secret.ts';
import { lastUsed, timeView } from '../components/time.ts';
import { type MemberCall, show, type View } from '../page.ts';
import { noSecrets, type OneTimeSecrets } from '../sessions/one-time-secret.ts';
import { findEnforcing } from './single-sign-on.ts';
import { type TokenDraft, tokenFields } from './token-form.ts';

interface Shown {
  readonly notice?: string | undefined;
  /** What was typed, when it cannot be saved, and why. */
  readonly draft?: TokenDraft;
  readonly problem?: string;
}

/** Answers with the page of one personal access token. */
export async function showToken(
  call: MemberCall,
  authorization: Authorization,
  shown: Shown,
  { secrets, fields } = noSecrets,
): Promise<void> {
  const { service, caller } = call;
  const allowed = new Set(await service.store.organizations.allowedOf(authorization.id));
  const enforcing = await findEnforcing(service, caller.user);
  const reach = enforcing.map((organization) => ({
    organization,
    isAllowed: allowed.has(organization.id),
    path: `/orgs/${encodeURIComponent(organization.login)}/sso?authorization_request=${createSsoRequest(
      { authorization, organizationId: organization.id },
      service.runtime.now(),
    )}`,
  }));
  const draft = shown.draft ?? {
    note: authorization.note ?? '',
    scopes: authorization.scopes,
    days: undefined,
  };
  await show(
    call,
    tokenView(call, authorization, { ...shown, secrets }, draft, reach),
    shown.problem === undefined ? 200 : 422,
    fields,
  );
}

interface Reach {
  readonly organization: Organization;
  readonly isAllowed: boolean;
  /** Where it can be allowed. */
  readonly path: string;
}

function tokenView(
  { service }: MemberCall,
  { id, tokenLastEight, createdAt, lastUsedAt, expiresAt }: Authorization,
  shown: Shown & Pick<OneTimeSecrets, 'secrets'>,
  draft: TokenDraft,
  reach: readonly Reach[],
): View {
  const path = `/settings/tokens/${id}`;
  return {
    title: 'Personal access token',
    section: '/settings/tokens',
    hasCopyButtons: shown.secrets.length > 0,
    body: (html, { token }) => html`
      <p><a href="/settings/tokens">Personal access tokens</a></p>
      <h1>Personal access token</h1>
      ${notice(html, shown.notice)}
      ${shown.secrets.map((secret) => shownOnce(html, 'Your new token. The old one is no longer valid.', secret))}
      ${alert(html, shown.problem)}
      <dl class="facts">
        <dt>Ends in</dt><dd><code>${tokenLastEight}</code></dd>
        <dt>Made</dt><dd>${timeView(html, createdAt)}</dd>
        <dt>Used</dt><dd>${lastUsed(html, lastUsedAt)}</dd>
        ${expiresAt === null ? null : html`<dt>Expires</dt><dd>${timeView(html, expiresAt)}</dd>`}
      </dl>
      <form method="post" action=${path}>
        ${token}
        ${tokenFields(html, draft, service.era, false)}
        <button class="main" name="action" value="save">Save</button>
      </form>
      ${singleSignOn(html, token, path, reach)}
      <h2>Replace or delete it</h2>
      <form method="post" action=${path}>
        ${token}
        <p>A replaced token keeps its note and scopes. Either way, whatever works with the present one stops working.</p>
        <div class="actions">
          <button name="action" value="regenerate">Regenerate</button>
          <button class="danger" name="action" value="delete">Delete</button>
        </div>
      </form>`,
  };
}

function singleSignOn(html: Html, token: Markup, action: string, reach: readonly Reach[]): Markup | null {
  if (reach.length === 0) return null;
  return html`
    <h2>Organizations with single sign-on</h2>
    <ul class="rows">${reach.map(
      ({ organization, isAllowed, path }) => html`
        <li>
          <div>${organization.name ?? organization.login}</div>
          ${
            isAllowed
              ? html`
                <form class="inline" method="post" action=${action}>
                  ${token}
                  <input type="hidden" name="organization" value=${organization.login} />
                  <button name="action" value="withdraw">Withdraw</button>
                </form>`
              : html`<a class="button" href=${path}>Authorize</a>`
          }
        </li>`,
    )}</ul>`;
}
