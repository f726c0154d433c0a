import { itemList } from '#pages/components/item-list.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { AuditedUse } from '../../store/index.ts';
import { timeElement } from '../components/lists.ts';
import { USAGE_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';

interface Usage {
  readonly uses: readonly AuditedUse[];
  /** Application names by client ID. */
  readonly names: ReadonlyMap<string, string>;
  readonly isOfAll: boolean;
  /** Maximum of the uses. */
  readonly limit: number;
}

export function usageView(usage: Usage): View {
  const { uses, isOfAll, limit } = usage;
  return {
    title: 'API usage',
    section: USAGE_PATH,
    main: () => html`
      <h1>API usage</h1>
      <p class="soft">Clients that make deprecated API requests${isOfAll ? '' : ' as you'}. They stop working when the API is removed.</p>
      ${uses.length === 0 ? html`<p>No deprecated API requests${isOfAll ? '' : ' as you'} are recorded.</p>` : usageList(usage)}
      ${uses.length < limit ? null : html`<p class="soft">Only the latest ${limit} entries are shown.</p>`}`,
  };
}

function usageList({ uses, names, isOfAll }: Usage): Markup {
  const renderRow = ({
    userAgent,
    login,
    clientId,
    method,
    path,
    count,
    refused,
    lastAt,
  }: AuditedUse) => html`
      <div>
        <h2 class="row-title">${userAgent ?? 'No user agent'}</h2>
        <p><code>${method} ${path}</code></p>
        <p class="soft">
          ${isOfAll ? `as ${login ?? 'an unknown user'} · ` : null}${clientId === null ? null : `for ${names.get(clientId) ?? clientId} · `}
          <span>last ${timeElement(formatApiTime(lastAt))}</span>
        </p>
      </div>
      <span>${count === 1 ? '1 request' : `${count} requests`}${refused === 0 ? null : `, ${refused} rejected`}</span>`;
  return itemList(uses.map(renderRow));
}
