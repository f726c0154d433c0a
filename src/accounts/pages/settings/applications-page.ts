import { buttonLink } from '#pages/components/button.ts';
import { itemList } from '#pages/components/item-list.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Application } from '../../store/index.ts';
import { actionNotice } from '../components/notices.ts';
import { APPLICATIONS_PATH, buildApplicationPath } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';

export function applicationsView(applications: readonly Application[], noticeKey: string | undefined): View {
  return {
    title: 'Developer applications',
    section: APPLICATIONS_PATH,
    main: () => html`
      <h1>Developer applications</h1>
      ${actionNotice(noticeKey)}
      <p class="soft">Applications that you have registered to use the API with OAuth.</p>
      <p>${buttonLink('Register a new application', '/settings/applications/new', { kind: 'primary' })}</p>
      ${
        applications.length === 0
          ? html`<p>You have no registered applications.</p>`
          : itemList(applications.map(renderRow))
      }`,
  };
}

function renderRow(application: Application): Markup {
  const path = buildApplicationPath(application);
  return html`
    <div>
      <h2 class="row-title"><a href=${path}>${application.name}</a></h2>
      <p class="soft">${application.url}</p>
    </div>
    ${buttonLink('Edit', path, { 'aria-label': `Edit ${application.name}` })}`;
}
