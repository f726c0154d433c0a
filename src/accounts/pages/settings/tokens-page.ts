import { buttonLink } from '#pages/components/button.ts';
import { itemList } from '#pages/components/item-list.ts';
import { secretNotice } from '#pages/components/secret-notice.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Authorization } from '../../store/index.ts';
import { PAGE_SIZE } from '../components/list-query.ts';
import { lastUse, paginationLinks, timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { confirmationForm } from '../shell/confirmation-form.ts';
import { takeSecrets } from '../shell/one-time-secret.ts';
import { type MemberRequest, showPage } from '../shell/page.ts';
import { buildTokenPath, TOKENS_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { DELETE_ALL, deletion, tokenName } from './token-actions.ts';

interface ListRequest {
  readonly page: number;
  readonly notice?: string | undefined;
}

/** Sends the list of the personal access tokens of the user. */
export async function showTokens(call: MemberRequest, request: ListRequest): Promise<void> {
  const { service, caller } = call;
  const { secrets, fields } = await takeSecrets(call);
  const { items, total } = await service.store.authorizations.listPersonal(
    { page: request.page, perPage: PAGE_SIZE },
    caller.user.id,
    'newest',
  );
  const view: View = {
    title: 'Personal access tokens',
    section: TOKENS_PATH,
    hasCopyButtons: secrets.length > 0,
    main: ({ token }) => html`
      <h1>Personal access tokens</h1>
      ${actionNotice(request.notice)}
      <p class="soft">A token authenticates you without your password and second factor. Keep it as secret as your password.</p>
      <p>${buttonLink('Generate a new token', '/settings/tokens/new', { kind: 'primary' })}</p>
      ${
        total === 0
          ? html`<p>You have no personal access tokens.</p>`
          : html`
            ${secrets.map((secret) => secretNotice('Your new personal access token.', secret))}
            ${itemList(items.map((item) => renderRow(token, item, service.runtime.now())))}
            ${paginationLinks(TOKENS_PATH, request.page, total)}
            ${confirmationForm(token, DELETE_ALL)}`
      }`,
  };
  await showPage(call, view, 200, fields);
}

function renderRow(token: Markup, authorization: Authorization, now: number): Markup {
  const { id, scopes, createdAt, lastUsedAt, expiresAt, tokenLastEight } = authorization;
  const name = tokenName(authorization);
  return html`
    <div>
      <h2 class="row-title"><a href=${buildTokenPath(id)}>${name}</a> <small><code>…${tokenLastEight}</code></small></h2>
      <p class="soft">${scopes.length === 0 ? 'No scopes' : scopes.join(', ')}</p>
      <p class="soft">Created ${timeElement(createdAt)} · ${lastUse(lastUsedAt)}${expiry(expiresAt, now)}</p>
    </div>
    ${buttonLink('Edit', buildTokenPath(id), { 'aria-label': `Edit ${name}` })}
    ${confirmationForm(token, deletion(authorization), { isInRow: true })}`;
}

function expiry(expiresAt: string | null, now: number): Markup | null {
  if (expiresAt === null) return null;
  const verb = Date.parse(expiresAt) <= now ? 'expired' : 'expires';
  return html`<span> · ${verb} ${timeElement(expiresAt)}</span>`;
}
