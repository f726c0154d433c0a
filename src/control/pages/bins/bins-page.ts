import { button } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
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
    main: html`
      <p>A bin has a URL of its own. It keeps the requests that arrive there apart from all others, and responds as you choose.</p>
      <p id="composed" class="banner" hidden>Choose the bin that gets the response of the builder, or make a new one.</p>
      ${newBinForm()}
      <div id="bins">${bins === undefined ? null : binTable(bins)}</div>`,
  };
}

function newBinForm(): Markup {
  return html`<form id="new-bin" action="/_sparring/new-bin" method="post">${button('New bin', { kind: 'primary' })}</form>`;
}
