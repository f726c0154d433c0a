import type { LastRequest } from '#journal/views/list-schema.ts';
import { formatAge } from '#pages/age.ts';
import { button, iconButton } from '#pages/components/button.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { sparkline } from '#pages/components/sparkline.ts';
import { method } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import { countOf, formatCount } from '../inspector/request-cells.ts';
import { statusCell } from '../requests/request-rows.ts';

/** A bin as the control API returns it. */
export interface Bin {
  readonly key: string;
  readonly name: string | null;
  readonly note: string | null;
  readonly created_at: string | null;
  readonly entries: number;
  readonly first_at: string | null;
  readonly last_at: string | null;
  readonly last: LastRequest | null;
  /** Numbers of requests in the last minutes, the current one at the end. */
  readonly recent: readonly number[];
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

/** A row for each bin: its URL, its last request, its response, and its requests of the last minutes and in all. */
export function binList(
  bins: readonly Bin[],
  { origin, now, fragment = '', onDelete }: BinListOptions,
): Markup {
  if (bins.length === 0) return html`<p class="soft">There is no bin.</p>`;
  return html`
    <ul class="bin-list">${bins.map((bin) => {
      const { key, name, note, entries, recent } = bin;
      return html`
        <li key=${key}>
          <div><h2><a href=${`/_sparring/bins/${key}${fragment}`}>${name ?? key}</a></h2><p class="address"><code id=${`url-${key}`}>${origin}/bin/${key}</code>${copyButton(`url-${key}`, `Copy the URL of ${key}`)}</p></div>
          <div><p class="last">${lastRequest(bin, now)}</p><p class="soft small">${[describeResponse(bin), ...(note === null ? [] : [note])].join(' · ')}</p></div>
          ${sparkline(describeRecent(recent), recent)}
          <p class="count"><b>${formatCount(entries)}</b> <span class="soft">${entries === 1 ? 'request' : 'requests'}</span></p>
          <div class="actions scripted">${iconButton('trash', `Delete ${key}`, { isSmall: true, ...(onDelete && { onClick: () => onDelete(bin) }) })}</div>
        </li>`;
    })}</ul>`;
}

/** How the last request ended, its method and its age. */
function lastRequest({ last, last_at }: Bin, now: number): Markup | string {
  if (last_at === null) return 'no request yet';
  return html`${last && html`${statusCell(last, true)}${method(last.method)}`}<time datetime=${last_at}>${formatAge(now - Date.parse(last_at))} ago</time>`;
}

function describeRecent(recent: readonly number[]): string {
  const sum = recent.reduce((total, count) => total + count, 0);
  return `${countOf(sum, 'request')} in the last ${recent.length} minutes`;
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
