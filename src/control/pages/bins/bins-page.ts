import { button } from '#pages/components.ts';
import type { Html, Markup } from '#pages/markup.ts';
import type { ControlPage } from '../control-page.ts';
import { type Bin, binTable } from './bin-view.ts';
import { binStylesheet } from './stylesheet.ts';

/** All bins. @param bins undefined without access to them */
export function binsPage(bins: readonly Bin[] | undefined): ControlPage {
  return {
    name: 'bins',
    title: 'Bins',
    stylesheet: binStylesheet,
    worksWithoutScript: true,
    main: (html) => html`
      <p>A bin has a URL of its own. It keeps the requests that arrive there apart from all others, and responds as you choose.</p>
      <p id="composed" class="notice" hidden>Choose the bin that gets the response of the builder, or make a new one.</p>
      ${newBinForm(html)}
      <div id="bins">${bins === undefined ? null : binTable(html, bins)}</div>`,
  };
}

function newBinForm(html: Html): Markup {
  return html`<form id="new-bin" action="/_sparring/new-bin" method="post">${button(html, 'New bin', { kind: 'primary' })}</form>`;
}
