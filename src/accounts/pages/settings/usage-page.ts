import { empty } from '#pages/components/empty.ts';
import { itemList } from '#pages/components/item-list.ts';
import { html, type Markup } from '#pages/html.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { AuditedUse } from '../../store/index.ts';
import { heading } from '../components/heading.ts';
import { timeElement } from '../components/lists.ts';
import { USAGE_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';

interface Usage {
  readonly uses: readonly AuditedUse[];
  /** Application names by client ID. */
  readonly names: ReadonlyMap<string, string>;
  readonly isOfAll: boolean;
  readonly now: number;
  /** Maximum of the uses. */
  readonly limit: number;
}

export function usageView(usage: Usage): View {
  const { uses, isOfAll, limit } = usage;
  return {
    title: 'API usage',
    section: USAGE_PATH,
    main: () => html`
      ${heading('API usage', { text: `Clients that make deprecated API requests${isOfAll ? '' : ' as you'}. They stop working when the API is removed.` })}
      ${uses.length === 0 ? empty('No deprecated API requests', `None ${isOfAll ? 'is' : 'of yours is'} recorded.`) : usageList(usage)}
      ${uses.length < limit ? null : html`<p class="soft">Only the latest ${limit} entries are shown.</p>`}`,
  };
}

function usageList({ uses, names, isOfAll, now }: Usage): Markup {
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
        <p class="soft small">
          ${isOfAll ? `as ${login ?? 'an unknown user'} · ` : null}${clientId === null ? null : `for ${names.get(clientId) ?? clientId} · `}
          <span>last ${timeElement(formatApiTime(lastAt), now)}</span>
        </p>
      </div>
      <span class="small">${count === 1 ? '1 request' : `${count} requests`}${refused === 0 ? null : `, ${refused} rejected`}</span>`;
  return itemList(uses.map(renderRow));
}
