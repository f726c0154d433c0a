import { buttonLink } from '#pages/components/button.ts';
import { empty } from '#pages/components/empty.ts';
import { itemList } from '#pages/components/item-list.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Grant, Listing } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { lastUse, paginationLinks, scopeLabels, timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { confirmationForm } from '../shell/confirmation-form.ts';
import { AUTHORIZED_APPLICATIONS_PATH, buildConnectionPath } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';
import { revocationOfAll } from './application-actions.ts';

interface ListRequest {
  readonly page: number;
  readonly notice: string | undefined;
  readonly now: number;
}

export function authorizedApplicationsView(
  { items, total }: Listing<Grant>,
  { page, notice, now }: ListRequest,
): View {
  return {
    title: 'Authorized applications',
    section: AUTHORIZED_APPLICATIONS_PATH,
    main: ({ token }) => html`
      ${heading('Authorized applications', { text: 'Applications that have access to your account.' })}
      ${actionNotice(notice)}
      ${
        total === 0
          ? empty(
              'No applications are authorized',
              'An application appears here when you have authorized it.',
            )
          : html`
            ${itemList(
              items.map((grant) => renderRow(grant, now)),
              'entries',
            )}
            ${paginationLinks(AUTHORIZED_APPLICATIONS_PATH, page, total)}
            ${confirmationForm(token, revocationOfAll(total))}`
      }`,
  };
}

function renderRow({ application, scopes, createdAt, lastUsedAt }: Grant, now: number): Markup {
  const path = buildConnectionPath(application);
  return html`
    <div>
      <h2 class="row-title"><a href=${path}>${application.name}</a></h2>
      ${scopeLabels(scopes)}
    </div>
    <p class="soft small">authorized ${timeElement(createdAt, now)}</p>
    <p class="soft small">${lastUse(lastUsedAt, now)}</p>
    <div class="actions">${buttonLink('Review', path, { kind: 'quiet', isSmall: true, 'aria-label': `Review or revoke ${application.name}` })}</div>`;
}
