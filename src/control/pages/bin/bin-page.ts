import { button } from '#pages/components/button.ts';
import { html } from '#pages/html.ts';
import { rowStyle } from '#pages/styles/rows.ts';
import { responseFieldStyle } from '#testing/builder/response/fields.ts';
import {
  type Bin,
  binAddresses,
  binCounts,
  binRequests,
  buildAddresses,
  filterOf,
  MAX_REQUESTS,
  titleOf,
} from '../bins/bin-view.ts';
import { binStylesheet } from '../bins/stylesheet.ts';
import type { ControlPage } from '../control-page.ts';
import { requestListStyle, type Summary } from '../inspector/request-table.ts';
import { binForms } from './bin-forms-view.ts';
import { binSamples } from './bin-samples.ts';

export interface BinPageContent {
  readonly key: string;
  /** Undefined without access to it. */
  readonly bin: Bin | undefined;
  /** The latest ones, the newest first. */
  readonly requests: readonly Summary[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The origin of the testing service. */
  readonly origin: string;
  /** The token of the forms, which work without the script; undefined without access. */
  readonly token: string | undefined;
}

/** One bin: its URL, samples, its response and its requests. */
export function binPage({ key, bin, requests, now, origin, token }: BinPageContent): ControlPage {
  const addresses = buildAddresses(key, origin);
  return {
    name: 'bins',
    title: bin ? titleOf(bin) : `Bin ${key}`,
    stylesheet: binStylesheet,
    parts: [rowStyle, requestListStyle, responseFieldStyle],
    icons: ['check', 'copy', 'plus'],
    worksWithoutScript: true,
    main: html`
      <p id="deleted" class="banner" role="status" hidden></p>
      <div id="bin" data-key=${key}>
        ${binAddresses(addresses)}
        <p class="actions">
          <span class="scripted">${button('Send one for me', { type: 'button', id: 'send-one' })}</span>
        </p>
        <details id="samples" open=${requests.length === 0}><summary><h2>Send a request</h2></summary>${binSamples(addresses.url, true)}</details>
        <section aria-labelledby="requests-heading">
          <div class="requests-line">
            <h2 id="requests-heading">Requests</h2>
            <div id="bin-counts">${bin && binCounts(bin, now)}</div>
            <p id="state" class="soft" role="status"></p>
            <a href=${`/_sparring/inspector?filter=${encodeURIComponent(filterOf(key))}`}>Open in the inspector</a>
          </div>
          <div id="list">${binRequests(key, requests)}</div>
          <p class="soft small" id="latest-only" hidden=${(bin?.entries ?? 0) <= MAX_REQUESTS}>The list has the latest ${MAX_REQUESTS}.</p>
        </section>
        <div class="bin" id="bin-forms">${bin && binForms(bin, token)}</div>
      </div>`,
  };
}
