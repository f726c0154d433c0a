import { button } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
import { sparklineStyle } from '#pages/styles/chart.ts';
import { liveStyle } from '#pages/styles/notices.ts';
import type { ControlPage } from '../control-page.ts';
import { type Bin, type BinListOptions, binList } from './bin-view.ts';
import { binsStylesheet } from './stylesheet.ts';

/** All bins. @param bins undefined without access to them */
export function binsPage(bins: readonly Bin[] | undefined, options: BinListOptions): ControlPage {
  return {
    name: 'bins',
    title: 'Bins',
    lead: 'A bin is a URL of your own. It keeps its requests apart from all others, and responds as you choose.',
    actions: newBinForm(),
    stylesheet: binsStylesheet,
    parts: [liveStyle, sparklineStyle],
    icons: ['check', 'close', 'copy', 'trash'],
    worksWithoutScript: true,
    main: html`
      <p id="composed" class="banner" hidden>Choose the bin that gets the response of the builder, or make a new one.</p>
      <div id="bins">${bins === undefined ? null : binList(bins, options)}</div>
      <p class="soft small">A bin of a test appears here when a client calls <code>/bin/NAME</code>, or sends <code>Sparring-Bin: NAME</code>.</p>`,
  };
}

function newBinForm(): Markup {
  return html`
    <form id="new-bin" class="actions" action="/_sparring/new-bin" method="post">
      <div class="field scripted"><label class="vh" for="new-name">Name, optional</label><input class="in mono" id="new-name" placeholder="name, optional" maxlength="64" size="16" autocomplete="off" /></div>
      ${button('New bin', { kind: 'primary', icon: 'plus' })}
    </form>`;
}
