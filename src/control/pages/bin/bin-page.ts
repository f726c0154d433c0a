import { button } from '#pages/components/button.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { html, type Markup } from '#pages/html.ts';
import { responseFieldStyle } from '#testing/builder/response/fields.ts';
import { type Bin, buildAddresses, titleOf } from '../bins/bin-view.ts';
import type { ControlPage } from '../control-page.ts';
import { type InspectorContent, inspectorPage } from '../inspector/inspector-page.ts';
import { binForms } from './bin-forms-view.ts';
import { binSamples } from './bin-samples.ts';
import { binStylesheet } from './stylesheet.ts';

/** One bin: its URL and its response above the inspector of its requests. @param bin undefined without access to it */
export function binPage(key: string, bin: Bin | undefined, content: InspectorContent): ControlPage {
  const { origin, token } = content;
  const { url } = buildAddresses(key, origin);
  const page = inspectorPage(content, firstRequest(url, content));
  return {
    ...page,
    name: 'bin',
    title: bin ? titleOf(bin) : `Bin ${key}`,
    stylesheet: page.stylesheet + binStylesheet,
    parts: [...(page.parts ?? []), responseFieldStyle],
    worksWithoutScript: true,
    main: html`
      <p id="deleted" class="banner" role="status" hidden></p>
      <section id="bin" aria-label="URL and response" data-key=${key}>
        ${addressLines(key, origin)}
        <div id="bin-forms">${bin && binForms(bin, token)}</div>
      </section>
      ${page.main}`,
  };
}

/** The URL of a bin in large type, and its other forms. */
function addressLines(key: string, origin: string): Markup {
  const { url, host, header } = buildAddresses(key, origin);
  return html`
    <div class="actions"><code id="bin-url" class="url">${url}</code>${copyButton('bin-url', 'Copy the URL', 'Copy', true)}${button('Send one for me', { type: 'button', id: 'send-one', class: 'scripted' })}</div>
    <p class="soft others">
      <span>or <code id="bin-header">${header}</code>${copyButton('bin-header', 'Copy the header')} at every URL</span>
      ${host === undefined ? null : html`<span>or <code id="bin-host">${host}</code>${copyButton('bin-host', 'Copy the host')}</span>`}
    </p>`;
}

/** Who has requests in the bin, and deletes them, knows how to send one: the samples are a tenth of the page. */
function firstRequest(url: string, { list }: InspectorContent): Markup {
  return html`
    <h2>No request yet</h2>
    <p>Send one to the URL of the bin. It is here at once.</p>
    ${list?.total ? null : binSamples(url)}`;
}
