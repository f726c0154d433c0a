import { button } from '#pages/components/button.ts';
import { checkbox } from '#pages/components/checkbox.ts';
import { field, inputField } from '#pages/components/field.ts';
import { createControls } from '#pages/components/form-controls.ts';
import { html, type Markup } from '#pages/html.ts';
import { rowStyle } from '#pages/styles/rows.ts';
import { responseFieldStyle, responseFields } from '#testing/builder/response/fields.ts';
import { type Pair, parseRespond } from '#testing/builder/response/respond.ts';
import type { ControlPage } from '../control-page.ts';
import { requestListStyle, type Summary } from '../inspector/request-table.ts';
import { binSamples } from './bin-samples.ts';
import {
  type Bin,
  binAddresses,
  binCounts,
  binRequests,
  buildAddresses,
  filterOf,
  MAX_REQUESTS,
  titleOf,
} from './bin-view.ts';
import { binStylesheet } from './stylesheet.ts';

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
        <div class="bin">
          <section aria-labelledby="response-heading"><h2 id="response-heading">Response</h2>${bin && responseForm(bin, token)}</section>
          <section class="danger-zone" aria-labelledby="about-heading"><h2 id="about-heading">About this bin</h2>${bin && aboutForm(bin, token)}</section>
        </div>
      </div>`,
  };
}

/** The fields of a bin without a response. */
const FIRST_RESPONSE: readonly Pair[] = [
  ['status', '200'],
  ['body', 'ok'],
];

/** The default response. A composition that the fields cannot show is edited as JSON. */
function responseForm(bin: Bin, token: string | undefined): Markup {
  const { key, response, every_path } = bin;
  const pairs = response === null ? FIRST_RESPONSE : parseRespond(response);
  const isComposed = pairs === undefined;
  const controls = createControls(pairs ?? FIRST_RESPONSE);
  return html`
    <form id="bin-response" action=${`/_sparring/bins/${key}/form`} method="post">
      ${hidden(token)}
      <p class="soft" id="response-state">${response === null ? 'The endpoints of the testing service respond. Save a response to replace them.' : isComposed ? 'The response is a composition, which is edited as JSON.' : 'The bin has this response, unless another rule of the bin takes the request.'}</p>
      <div id="response-fields" hidden=${isComposed}>
        ${responseFields(controls)}
        ${controls.input('delay', 'Delay', 'Seconds, or a range: 0.2..0.8', { maxlength: 100 })}
      </div>
      ${checkbox({ name: 'every_path', value: 'true', checked: response === null || every_path }, 'Answer every path')}
      <details class="scripted" open=${isComposed}>
        <summary>As JSON</summary>
        ${field(
          {
            id: 'response-json',
            label: 'Response as JSON',
            hint: 'The members of `respond` of a rule. What is here is saved; the fields above change it.'.replaceAll(
              '`',
              '',
            ),
          },
          (input) =>
            html`<textarea name="response" rows="8" spellcheck="false" ...${input}>${response === null ? '' : JSON.stringify(response, null, 2)}</textarea>`,
        )}
        <p><a href="/compose/builder">Compose it in the builder</a>, and save it as the response of this bin.</p>
      </details>
      <p class="actions">
        ${button('Save the response', { kind: 'primary', name: 'action', value: 'save-response' })}
        ${button('Remove the response', { name: 'action', value: 'remove-response', disabled: response === null })}
      </p>
    </form>`;
}

function aboutForm({ key, name, note }: Bin, token: string | undefined): Markup {
  return html`
    <form id="bin-about" action=${`/_sparring/bins/${key}/form`} method="post">
      ${hidden(token)}
      <div class="aligned">
        ${inputField({ name: 'name', label: 'Name', hint: 'The key in the URL stays', value: name ?? '', maxlength: 100 })}
        ${inputField({ name: 'note', label: 'Note', value: note ?? '', maxlength: 1000 })}
      </div>
      <p class="actions">
        ${button('Save name and note', { name: 'action', value: 'rename' })}
        ${button('Delete the bin', { name: 'action', value: 'delete', kind: 'danger' })}
      </p>
      <p class="soft" id="about-state"></p>
    </form>`;
}

/** Browsers send it without the script, which removes it from the page. */
function hidden(token: string | undefined): Markup | null {
  return token === undefined ? null : html`<input type="hidden" name="page-token" value=${token} />`;
}
