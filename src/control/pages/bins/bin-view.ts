import { button } from '#pages/components/button.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { factList } from '#pages/components/facts.ts';
import { html, type Markup } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';

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

/** A request of a bin, as its page lists it. */
export interface BinRequest {
  readonly id: number;
  readonly startedAt: string;
  readonly method: string;
  readonly target: string;
  /** Undefined without a response. */
  readonly status: number | undefined;
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

/** A row for each bin. @param fragment of the links */
export function binTable(bins: readonly Bin[], fragment = ''): Markup {
  if (bins.length === 0) return html`<p class="soft">There is no bin.</p>`;
  return html`
    <div class="scroll"><table>
      <caption class="vh">Bins</caption>
      <thead><tr><th scope="col">Bin</th><th scope="col">Requests</th><th scope="col">Last request</th><th scope="col">Response</th><th scope="col">Note</th></tr></thead>
      <tbody>${bins.map(
        (bin) => html`
          <tr key=${bin.key}>
            <td><a href=${`/_sparring/bins/${bin.key}${fragment}`}>${titleOf(bin)}</a>${bin.name === null ? null : html` <code>${bin.key}</code>`}</td>
            <td>${bin.entries}</td>
            <td>${timeOf(bin.last_at)}</td>
            <td>${describeResponse(bin)}</td>
            <td class="note">${bin.note}</td>
          </tr>`,
      )}</tbody>
    </table></div>`;
}

function describeResponse({ response, every_path }: Bin): string {
  if (response === null) return 'the endpoints';
  const steps = Array.isArray(response) ? response : [response];
  const statuses = steps.map((step) => String(Object(step).status ?? 200));
  return `${statuses.join(', then ')}${every_path ? '' : ', at its root'}`;
}

/** The URL of a bin in large type, and its other forms. */
export function binAddresses({ url, host, header }: BinAddresses): Markup {
  return html`
    <p class="url"><code id="bin-url">${url}</code> ${copyButton('bin-url', 'Copy the URL', 'Copy')}</p>
    ${factList([
      ...(host === undefined
        ? []
        : ([
            ['Host', html`<code id="bin-host">${host}</code> ${copyButton('bin-host', 'Copy the host')}`],
          ] as const)),
      [
        'Header, at every URL',
        html`<code id="bin-header">${header}</code> ${copyButton('bin-header', 'Copy the header')}`,
      ],
    ])}`;
}

/** Number and times of the requests of a bin. */
export function binCounts({ entries, first_at, last_at, created_at }: Bin): Markup {
  if (entries === 0)
    return html`<p>No request yet.${created_at === null ? null : html` Made ${timeOf(created_at)}.`}</p>`;
  return html`<p>${plural(entries, 'request')}, the first ${timeOf(first_at)}, the last ${timeOf(last_at)}.</p>`;
}

/** The latest requests of a bin, the newest first. */
export function requestTable(requests: readonly BinRequest[]): Markup | null {
  if (requests.length === 0) return null;
  return html`
    <div class="scroll"><table>
      <caption class="vh">Latest requests</caption>
      <thead><tr><th scope="col">No.</th><th scope="col">Time</th><th scope="col">Method</th><th scope="col">Target</th><th scope="col">Status</th></tr></thead>
      <tbody>${requests.map(
        ({ id, startedAt, method, target, status }) => html`
          <tr key=${id}>
            <td><a href=${`/_sparring/inspector/${id}`}>${id}</a></td>
            <td>${timeOf(startedAt)}</td>
            <td>${method}</td>
            <td class="mono target">${target}</td>
            <td>${status ?? 'none'}</td>
          </tr>`,
      )}</tbody>
    </table></div>`;
}

/** The bar after a deletion, with its undo. */
export function deletedNotice(key: string): Markup {
  return html`<span>Bin ${key} is deleted. </span>${button('Undo', { type: 'button', id: 'undo' })}`;
}

function timeOf(timestamp: string | null): Markup | null {
  if (timestamp === null) return null;
  const text = timestamp.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  return html`<time datetime=${timestamp}>${text}</time>`;
}
