import { formatAge } from '#pages/age.ts';
import { button, iconButton } from '#pages/components/button.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { html, type Markup } from '#pages/html.ts';

/** A bin as the control API returns it. */
export interface Bin {
  readonly key: string;
  readonly name: string | null;
  readonly note: string | null;
  readonly created_at: string | null;
  readonly entries: number;
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly response: unknown;
  readonly every_path: boolean;
}

/** The URLs of a bin. */
export interface BinAddresses {
  readonly url: string;
  /** Undefined where the host of the bin cannot reach the server, or the key is no name of a host. */
  readonly host: string | undefined;
  readonly header: string;
}

/** @param origin that of the testing service */
export function buildAddresses(key: string, origin: string): BinAddresses {
  const { protocol, hostname, port } = new URL(origin);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const isHostName = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(key);
  return {
    url: `${origin}/bin/${key}`,
    host:
      isLocal && isHostName ? `${protocol}//${key}.bin.localhost${port === '' ? '' : `:${port}`}` : undefined,
    header: `Sparring-Bin: ${key}`,
  };
}

export const titleOf = ({ key, name }: Pick<Bin, 'key' | 'name'>) => name ?? `Bin ${key}`;

/** What the list of bins needs besides them. */
export interface BinListOptions {
  /** The origin of the testing service. */
  readonly origin: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The fragment of the links. */
  readonly fragment?: string;
  /** Deletes a bin, in browsers. */
  readonly onDelete?: (bin: Bin) => void;
}

/** A row for each bin: its URL, its last request, its response and its number of requests. */
export function binList(
  bins: readonly Bin[],
  { origin, now, fragment = '', onDelete }: BinListOptions,
): Markup {
  if (bins.length === 0) return html`<p class="soft">There is no bin.</p>`;
  return html`
    <ul class="bin-list">${bins.map((bin) => {
      const { key, name, note, entries, last_at } = bin;
      return html`
        <li key=${key}>
          <div><h2><a href=${`/_sparring/bins/${key}${fragment}`}>${name ?? key}</a></h2><p class="address"><code id=${`url-${key}`}>${origin}/bin/${key}</code>${copyButton(`url-${key}`, `Copy the URL of ${key}`)}</p></div>
          <div><p>${last_at === null ? 'no request yet' : html`last request <time datetime=${last_at}>${formatAge(now - Date.parse(last_at))}</time>`}</p><p class="soft small">${[describeResponse(bin), ...(note === null ? [] : [note])].join(' · ')}</p></div>
          <p class="count"><b>${entries}</b> <span class="soft">${entries === 1 ? 'request' : 'requests'}</span></p>
          <div class="actions scripted">${iconButton('trash', `Delete ${key}`, { isSmall: true, ...(onDelete && { onClick: () => onDelete(bin) }) })}</div>
        </li>`;
    })}</ul>`;
}

/** What answers the requests of a bin. */
export function describeResponse({ response, every_path }: Pick<Bin, 'response' | 'every_path'>): string {
  if (response === null) return 'The endpoints respond';
  const steps = Array.isArray(response) ? response : [response];
  const statuses = steps.map((step) => String(Object(step).status ?? 200));
  return `Responds with ${statuses.join(', then ')}${every_path ? '' : ' at its root'}`;
}

/** The bar after a deletion, with its undo. */
export function deletedNotice(key: string): Markup {
  return html`<span>Bin ${key} is deleted. </span>${button('Undo', { type: 'button', id: 'undo' })}`;
}
