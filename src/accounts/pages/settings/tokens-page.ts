import { buttonLink } from '#pages/components/button.ts';
import { empty } from '#pages/components/empty.ts';
import { itemList } from '#pages/components/item-list.ts';
import { secretNotice } from '#pages/components/secret-notice.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Authorization } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { PAGE_SIZE } from '../components/list-query.ts';
import { lastUse, paginationLinks, scopeLabels, timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { confirmationForm } from '../shell/confirmation-form.ts';
import { takeSecrets } from '../shell/one-time-secret.ts';
import { type MemberRequest, showPage } from '../shell/page.ts';
import { buildTokenPath, NEW_TOKEN_PATH, TOKENS_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { deletion, deletionOfAll, tokenName } from './token-actions.ts';

interface ListRequest {
  readonly page: number;
  readonly notice?: string | undefined;
}

/** Sends the list of the personal access tokens of the user, the newest first. */
export async function showTokens(call: MemberRequest, request: ListRequest): Promise<void> {
  const { service, caller } = call;
  const { secrets, fields } = await takeSecrets(call);
  const { items, total } = await service.store.authorizations.listPersonal(
    { page: request.page, perPage: PAGE_SIZE },
    caller.user.id,
    'newest',
  );
  const now = service.runtime.now();
  const isNew = ({ tokenLastEight }: Authorization) =>
    secrets.some((secret) => secret.endsWith(tokenLastEight));
  const view: View = {
    title: 'Personal access tokens',
    section: TOKENS_PATH,
    main: ({ token }) => html`
      ${heading('Personal access tokens', {
        text: 'A token acts as you, without your password and second factor.',
        action: buttonLink('New token', NEW_TOKEN_PATH, { kind: 'primary', icon: 'plus' }),
      })}
      ${actionNotice(request.notice)}
      ${secrets.map((secret) => secretNotice(`${describeNew(items.find(isNew))} is ready.`, secret))}
      ${
        total === 0
          ? empty('No personal access tokens', 'A program sends one in place of your password.')
          : html`
            ${itemList(
              items.map((item) => renderRow(token, item, { now, isNew: isNew(item) })),
              'entries',
            )}
            ${paginationLinks(TOKENS_PATH, request.page, total)}
            ${confirmationForm(token, deletionOfAll(total))}`
      }`,
  };
  await showPage(call, view, 200, fields);
}

function describeNew(created: Authorization | undefined): string {
  return created ? `“${tokenName(created)}”` : 'The token';
}

function renderRow(
  token: Markup,
  authorization: Authorization,
  { now, isNew }: { readonly now: number; readonly isNew: boolean },
): Markup {
  const { id, scopes, createdAt, lastUsedAt, expiresAt, tokenLastEight } = authorization;
  const name = tokenName(authorization);
  return html`
    <div class=${isNew ? 'fresh' : undefined}>
      <h2 class="row-title"><a href=${buildTokenPath(id)}>${name}</a></h2>
      ${scopeLabels(scopes)}
    </div>
    <p class="soft small">made ${timeElement(createdAt, now)}<br />ends in <code>${tokenLastEight}</code></p>
    <p class="soft small">${lastUse(lastUsedAt, now)}${expiry(expiresAt, now)}</p>
    <div class="actions">
      ${buttonLink('Edit', buildTokenPath(id), { kind: 'quiet', isSmall: true, 'aria-label': `Edit ${name}` })}
      ${confirmationForm(token, deletion(authorization, now))}
    </div>`;
}

function expiry(expiresAt: string | null, now: number): Markup | null {
  if (expiresAt === null) return null;
  const verb = Date.parse(expiresAt) <= now ? 'expired' : 'expires';
  return html`<span><br />${verb} ${timeElement(expiresAt, now)}</span>`;
}
