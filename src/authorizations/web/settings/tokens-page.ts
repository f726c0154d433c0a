import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Authorization } from '../../store.ts';
import { notice } from '../components/notices.ts';
import { pageLinks, ROWS } from '../components/pagination.ts';
import { shownOnce } from '../components/secret.ts';
import { lastUsed, timeView } from '../components/time.ts';
import { confirmationForm } from '../forms/confirmation.ts';
import { type MemberCall, show, type View } from '../page.ts';
import { takeSecrets } from '../sessions/one-time-secret.ts';

export const TOKENS_PATH = '/settings/tokens';

const PATH = TOKENS_PATH;

interface Asked {
  readonly page: number;
  readonly notice?: string | undefined;
}

/** Answers with the list of the user's personal access tokens. */
export async function showTokens(call: MemberCall, asked: Asked): Promise<void> {
  const { service, caller } = call;
  const { secrets, fields } = await takeSecrets(call);
  const { items, total } = await service.store.authorizations.listPersonal(
    { page: asked.page, perPage: ROWS },
    caller.user.id,
  );
  const view: View = {
    title: 'Personal access tokens',
    section: PATH,
    hasCopyButtons: secrets.length > 0,
    body: (html, { token }) => html`
      <h1>Personal access tokens</h1>
      ${notice(html, asked.notice)}
      ${secrets.map((secret) => shownOnce(html, 'Your new personal access token.', secret))}
      <p class="soft">A token stands for you, without your password and without a second factor.</p>
      <p><a class="button main" href="/settings/tokens/new">Generate a new token</a></p>
      ${
        total === 0
          ? html`<p>You have no personal access token.</p>`
          : html`
            <ul class="rows">${items.map((item) => row(html, item, service.runtime.now()))}</ul>
            ${pageLinks(html, PATH, asked.page, total)}
            ${confirmationForm(html, token, DELETE_ALL)}`
      }`,
  };
  await show(call, view, 200, fields);
}

function row(html: Html, authorization: Authorization, now: number): Markup {
  const { id, note, scopes, lastUsedAt, expiresAt, tokenLastEight } = authorization;
  const name = note || `Token that ends in ${tokenLastEight}`;
  return html`
    <li>
      <div>
        <h2 class="row-title"><a href=${`${PATH}/${id}`}>${name}</a></h2>
        <p class="soft">${scopes.length === 0 ? 'no scopes' : scopes.join(', ')}</p>
        <p class="soft">${lastUsed(html, lastUsedAt)}${expiry(html, expiresAt, now)}</p>
      </div>
      <a class="button" href=${`${PATH}/${id}`} aria-label=${`Edit ${name}`}>Edit</a>
    </li>`;
}

function expiry(html: Html, expiresAt: string | null, now: number): Markup | null {
  if (expiresAt === null) return null;
  const verb = Date.parse(expiresAt) <= now ? 'expired' : 'expires';
  return html`<span> · ${verb} ${timeView(html, expiresAt)}</span>`;
}

const DELETE_ALL = {
  path: PATH,
  summary: 'Delete all',
  consequence: 'Whatever works with one of these tokens stops working.',
  button: 'Delete all personal access tokens',
};
