import { buttonLink } from '#pages/components/button.ts';
import { itemList } from '#pages/components/item-list.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Grant, Listing } from '../../store/index.ts';
import { lastUse, paginationLinks } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { confirmationForm } from '../shell/confirmation-form.ts';
import { AUTHORIZED_APPLICATIONS_PATH, buildConnectionPath } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { REVOKE_ALL } from './application-actions.ts';

export function authorizedApplicationsView(
  { items, total }: Listing<Grant>,
  page: number,
  noticeKey: string | undefined,
): View {
  return {
    title: 'Authorized applications',
    section: AUTHORIZED_APPLICATIONS_PATH,
    main: ({ token }) => html`
      <h1>Authorized applications</h1>
      ${actionNotice(noticeKey)}
      ${
        total === 0
          ? html`<p>No applications are authorized.</p>`
          : html`
            <p class="soft">${total === 1 ? 'One application has' : `${total} applications have`} access to your account.</p>
            ${itemList(items.map(renderRow))}
            ${paginationLinks(AUTHORIZED_APPLICATIONS_PATH, page, total)}
            ${confirmationForm(token, REVOKE_ALL)}`
      }`,
  };
}

function renderRow({ application, scopes, lastUsedAt }: Grant): Markup {
  const path = buildConnectionPath(application);
  return html`
    <div>
      <h2 class="row-title"><a href=${path}>${application.name}</a></h2>
      <p class="soft">${lastUse(lastUsedAt)} · ${scopes.length === 0 ? 'no scopes' : scopes.join(', ')}</p>
    </div>
    ${buttonLink('Review', path, { 'aria-label': `Review or revoke ${application.name}` })}`;
}
