import { buttonLink } from '#pages/components/button.ts';
import { empty } from '#pages/components/empty.ts';
import { itemList } from '#pages/components/item-list.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Application } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { timeElement } from '../components/lists.ts';
import { actionNotice } from '../components/notices.ts';
import { APPLICATIONS_PATH, buildApplicationPath, NEW_APPLICATION_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';

interface ListRequest {
  readonly notice: string | undefined;
  readonly now: number;
}

export function applicationsView(applications: readonly Application[], { notice, now }: ListRequest): View {
  return {
    title: 'Developer applications',
    section: APPLICATIONS_PATH,
    main: () => html`
      ${heading('Developer applications', {
        text: 'Applications that you have registered to use the API with OAuth.',
        action: buttonLink('New application', NEW_APPLICATION_PATH, { kind: 'primary', icon: 'plus' }),
      })}
      ${actionNotice(notice)}
      ${
        applications.length === 0
          ? empty(
              'No registered applications',
              'A registered application has a client ID and a client secret.',
            )
          : itemList(
              applications.map((application) => renderRow(application, now)),
              'entries',
            )
      }`,
  };
}

function renderRow(application: Application, now: number): Markup {
  const { name, url, clientId, createdAt } = application;
  const path = buildApplicationPath(application);
  return html`
    <div>
      <h2 class="row-title"><a href=${path}>${name}</a></h2>
      <p class="soft small">${url}</p>
    </div>
    <p class="soft small">registered ${timeElement(createdAt, now)}</p>
    <p class="soft small"><code>${clientId}</code></p>
    <div class="actions">${buttonLink('Edit', path, { kind: 'quiet', isSmall: true, 'aria-label': `Edit ${name}` })}</div>`;
}
