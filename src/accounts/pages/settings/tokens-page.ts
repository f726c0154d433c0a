import { buttonLink, rowList, secretNotice } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import type { Authorization } from '../../store/index.ts';
import { lastUse, PAGE_SIZE, paginationLinks, timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { type ConfirmedAction, confirmationForm } from '../shell/confirmation.ts';
import { takeSecrets } from '../shell/one-time-secret.ts';
import { type MemberRequest, showPage, type View } from '../shell/page.ts';
import { TOKENS_PATH, toTokenPath } from '../shell/paths.ts';
import { deletion, tokenName } from './token-actions.ts';

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
    main: (html, { token }) => html`
      <h1>Personal access tokens</h1>
      ${actionNotice(html, request.notice)}
      <p class="soft">A token authenticates you without your password and second factor. Keep it as secret as your password.</p>
      <p>${buttonLink(html, 'Generate a new token', '/settings/tokens/new', { kind: 'primary' })}</p>
      ${
        total === 0
          ? html`<p>You have no personal access tokens.</p>`
          : html`
            ${secrets.map((secret) => secretNotice(html, 'Your new personal access token.', secret))}
            ${rowList(
              html,
              items.map((item) => toRow(html, token, item, service.runtime.now())),
            )}
            ${paginationLinks(html, TOKENS_PATH, request.page, total)}
            ${confirmationForm(html, token, DELETE_ALL)}`
      }`,
  };
  await showPage(call, view, 200, fields);
}

function toRow(html: Html, token: Markup, authorization: Authorization, now: number): Markup {
  const { id, scopes, createdAt, lastUsedAt, expiresAt, tokenLastEight } = authorization;
  const name = tokenName(authorization);
  return html`
    <div>
      <h2 class="row-title"><a href=${toTokenPath(id)}>${name}</a> <small><code>…${tokenLastEight}</code></small></h2>
      <p class="soft">${scopes.length === 0 ? 'No scopes' : scopes.join(', ')}</p>
      <p class="soft">Created ${timeElement(html, createdAt)} · ${lastUse(html, lastUsedAt)}${expiry(html, expiresAt, now)}</p>
    </div>
    ${buttonLink(html, 'Edit', toTokenPath(id), { 'aria-label': `Edit ${name}` })}
    ${confirmationForm(html, token, deletion(authorization), { isInRow: true })}`;
}

function expiry(html: Html, expiresAt: string | null, now: number): Markup | null {
  if (expiresAt === null) return null;
  const verb = Date.parse(expiresAt) <= now ? 'expired' : 'expires';
  return html`<span> · ${verb} ${timeElement(html, expiresAt)}</span>`;
}

export const DELETE_ALL: ConfirmedAction = {
  path: TOKENS_PATH,
  summary: 'Delete all',
  consequence: 'Clients that use one of these tokens stop working.',
  button: 'Delete all personal access tokens',
};
