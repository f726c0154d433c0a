/** The bars, the panes and the menus of the inspector. */
export const listStyle = `
:root:has(.inspector) { scrollbar-gutter: auto; }
body.inspector { height: 100vh; height: 100dvh; overflow: hidden; }
body.inspector > main { display: flex; flex: 1; flex-direction: column; min-height: 0; padding: 0; }
.inspector .head-line { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; width: 1px; }
.inspector main > * { flex: none; } .inspector main > .banner { border-radius: 0; margin: 0; padding: 8px var(--4); } #sign-in { padding: 0 var(--4); }
.bars { background: var(--surface-1); border-bottom: 1px solid var(--line); }
.bar { align-items: center; display: flex; gap: var(--2); padding: 8px var(--4) 0; } .bar.counts { gap: 6px; height: 37px; padding: 0 var(--4); }
#filter-form { display: flex; flex: 1; gap: var(--2); margin: 0; min-width: 0; position: relative; } #filter-form .with-icon { flex: 1; } [data-theme] #apply-filter { display: none; }
#completions { left: 0; max-height: 60vh; max-width: 480px; right: auto; width: 100%; } #completions > div { border-radius: var(--r1); cursor: pointer; display: flex; font: var(--m-13); justify-content: space-between; padding: 4px 8px; } #completions > div > span { color: var(--ink-2); } #completions > [aria-selected="true"] { background: var(--selected); }
.live { align-items: center; color: var(--ink-2); display: inline-flex; flex: none; justify-content: flex-end; min-width: 6.75rem; font: var(--t-c); gap: 6px; padding: 0 6px; white-space: nowrap; } .live::before { background: var(--green); border-radius: 50%; content: ""; height: 8px; width: 8px; } .live:empty { display: none; }
.live.lost { color: var(--danger); flex: 0 1 auto; min-width: 0; white-space: normal; } .live.lost::before { background: none; border: 2px solid; flex: none; } .live.paused::before { background: var(--amber); border-radius: 1px; } .live.off::before { background: var(--ink-2); }
.tools { display: flex; flex: none; }
#chips { align-items: center; display: flex; gap: 6px; min-height: 30px; min-width: 0; overflow-x: auto; padding: 3px; scrollbar-width: none; } #chips .chip { cursor: pointer; } #chips .chip:not(.add) .i { margin-left: 6px; } #chips .off { background: none; border: 1px dashed var(--line-2); color: var(--ink-2); text-decoration: line-through; } #chips .chip b { font-weight: 500; }
.count { color: var(--ink-2); flex: none; font: var(--t-12); margin-left: auto; padding-left: var(--3); white-space: nowrap; } .count b { color: var(--ink); font-weight: 600; } .btn.link { color: var(--accent); font: inherit; height: 24px; min-height: 24px; padding: 0 2px; }
#filter-problem { display: block; margin: 0; overflow-wrap: anywhere; padding: 0 var(--4) 6px; } #filter-problem:empty { display: none; } .bars:has(.floating) { position: relative; } #filter-problem.floating { background: var(--overlay); border-bottom: 1px solid var(--line); inset: 100% 0 auto; min-height: 30px; padding-top: 5px; position: absolute; z-index: 3; } #filter-problem code { color: var(--ink); margin-right: 0.5rem; white-space: pre-wrap; } #filter-problem u { color: var(--danger); text-decoration: underline wavy; text-underline-offset: 3px; }
.pop[popover] { inset: auto; margin: 4px 0 0; position: fixed; position-area: bottom span-left; position-try-fallbacks: flip-block; } .pop.left[popover] { position-area: bottom span-right; }
.pop .field { align-items: center; display: flex; gap: 0.75rem; justify-content: space-between; padding: 2px 8px; } .pop .field label { flex: none; font-weight: 400; } .pop .in { height: 28px; width: auto; } .pop fieldset { display: grid; gap: 0 1rem; grid-template-columns: repeat(3, auto); padding: 4px 8px; } .pop .check { padding-inline: 8px; } .pop fieldset .check { padding-inline: 0; } .pop > p { padding: 4px 8px; }
.pop .saved { display: flex; } .pop .saved button:first-child { flex: 1; font: var(--m-13); max-width: 24rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .pop .saved button + button { width: 30px; }
.values { max-height: min(24rem, 60vh); min-width: 14rem; overflow: auto; } .values > :is(button, p) { display: flex; gap: 1rem; justify-content: space-between; margin: 0; min-height: 28px; padding: 0 8px; } .values .value { font: var(--m-13); max-width: 24rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.panes { display: grid; flex: 1 !important; grid-template: minmax(0, 1fr) / minmax(0, 1fr); min-height: 0; }
#list { display: flex; flex-direction: column; min-height: 0; min-width: 0; position: relative; }
.panes.greyed #viewport { background: var(--surface-1); filter: grayscale(1); }
#splitter { background: var(--line-2); cursor: col-resize; display: none; position: relative; } #splitter::after { content: ""; inset: 0 -4px; position: absolute; z-index: 2; } #splitter:is(:hover, :focus-visible) { background: var(--accent); border-radius: 0; outline: 1px solid var(--accent); outline-offset: 0; } #splitter:focus-visible { outline-width: 2px; }
[data-theme] .with-detail > #splitter { display: block; }
[data-theme] .panes.with-detail { grid-template: minmax(0, 1fr) / minmax(0, var(--list-part, 46fr)) 1px minmax(0, var(--detail-part, 54fr)); } .with-detail > #list { grid-area: 1 / 1; } .with-detail > #splitter { grid-area: 1 / 2; } [data-theme] .with-detail > #detail { grid-area: 1 / 3; }
[data-theme] .panes.with-detail.below { grid-template: minmax(0, var(--list-part, 46fr)) 1px minmax(0, var(--detail-part, 54fr)) / minmax(0, 1fr); } .below > #splitter { cursor: row-resize; grid-area: 2 / 1; } .below > #splitter::after { inset: -4px 0; } [data-theme] .with-detail.below > #detail { grid-area: 3 / 1; }
#comparison { border-top: 1px solid var(--line); margin: 0; max-height: 45vh; overflow: auto; padding: var(--3) var(--4); }
#viewport { display: flex; flex: 1; flex-direction: column; min-height: 0; overflow: auto; overflow-anchor: none; overscroll-behavior: contain; position: relative; scrollbar-width: thin; }
#held { border-radius: 14px; box-shadow: var(--shadow); font-size: 0.75rem; height: 28px; left: 50%; min-height: 28px; position: absolute; top: 36px; translate: -50%; z-index: 3; } :is(#hidden-entry, #gist):not([hidden]) ~ #held { top: auto; bottom: 16px; }
#list > .banner, #hidden-entry .banner { border-radius: 0; margin: 0; padding: 6px var(--4); } #dropped { color: var(--ink-2); font: var(--t-12); margin: 0; padding: 10px var(--4) 24px; }
#no-request > * + * { margin-top: var(--4); } #no-request > h2 + p { color: var(--ink-2); margin-top: 4px; }
.samples { display: flex; flex-wrap: wrap; gap: 4px 0; } .samples details { display: contents; } .samples details::details-content { order: 1; width: 100%; } .samples .btn { padding: 0 10px; } .samples [open] > .btn { background: var(--surface-2); color: var(--ink); }
.view { flex: 1; margin: 0; min-height: 0; overflow: auto; padding: var(--3) var(--4); }
.unscripted { padding: 6px var(--4); }
#requests.timeline .row > .target { flex: 0 0 clamp(140px, 24cqw, 280px); } #requests.timeline .row > .waterfall { display: block; flex: 1 1 120px; } #requests.timeline #rows { user-select: none; } #requests.timeline #rows .waterfall { cursor: crosshair; }
#gist { border-bottom: 1px solid var(--line); color: var(--ink-2); font: var(--t-13); padding: 8px var(--4); }
@media (max-width: 1099px) { .bar { flex-wrap: wrap; } #filter-form { flex: 1 0 100%; order: -1; } .bar.counts { flex-wrap: nowrap; } .live { margin-left: auto; } }
@media (max-width: 719px), (max-width: 1099px) and (max-height: 600px) { [data-theme] .panes.with-detail, [data-theme] .panes.with-detail.below { grid-template: minmax(0, 1fr) / minmax(0, 1fr); } [data-theme] .with-detail > #detail, [data-theme] .with-detail.below > #detail { grid-area: 1 / 1; } [data-theme] .with-detail > :is(#list, #splitter), [data-theme] main:has(> .with-detail) > .bars { display: none; } }
@media (max-width: 719px) {
  .wide-only { display: none !important; } .bar { gap: 4px; padding: 8px 16px 0; } .bar.counts { height: 40px; padding: 0 16px; } #filter-form { flex: 1 1 150px; order: 0; } .bar > #views { order: 3; } .live { margin: 0; }
  .pop[popover], .pop.left[popover] { inset: auto 8px 8px; margin: 0; max-height: 70vh; min-width: 0; position-area: none; width: auto; }
}
@media (max-height: 399px) { [data-theme] body.inspector { height: auto; overflow: visible; } [data-theme] .panes { flex: none !important; height: calc(100vh - var(--top)); } }
html:not([data-theme]) #requests { min-width: 0; } html:not([data-theme]) :is(body.inspector, .inspector > main, #list, #viewport) { height: auto; overflow: visible; } html:not([data-theme]) .panes { display: block; }
@media (max-width: 719px) { #requests.timeline #rows > .row:not(.group) { grid-template: "method target status" 28px "wf wf wf" 24px / 50px minmax(0, 1fr) max-content; } #requests.timeline .row > .waterfall { grid-area: wf; height: 24px; } #requests.timeline .row > .ms { display: none; } }
@media print { body.inspector { display: block; height: auto; overflow: visible; } .bars, #list, #splitter, .toolbar, .steps, .tabs, .body-view fieldset, #toast { display: none !important; } .panes { display: block !important; } #detail { overflow: visible !important; } }
`;

/** The rows of a list in the element `list`. Columns leave by the width of the list, so that the target keeps 280 pixels. */
export const requestListStyle = `
#list { container: list / inline-size; }
#requests { flex: none; min-width: min-content; }
#requests .row { display: flex; gap: 0 12px; height: var(--height, var(--row)); line-height: var(--height, var(--row)); padding: 0 16px 0 14px; }
#requests[data-density="compact"] #rows > .row { --height: 24px; } #requests[data-density="large"] #rows > .row { --height: 36px; }
#requests .head { background: var(--bg); height: 30px; position: sticky; top: 0; z-index: 2; } #requests .head .row { --height: 29px; color: inherit; font: inherit; line-height: 29px; } #requests .head .row:hover { background: none; }
#requests .row > span { flex: 0 0 64px; min-width: 0; overflow: hidden; overflow-wrap: normal; text-overflow: ellipsis; white-space: nowrap; }
#requests .row > .id { flex-basis: 44px; text-align: right; } #requests .row > .time { flex-basis: 94px; } #requests .row > .method { flex-basis: 56px; } #requests .row > .status { flex-basis: 88px; } #requests .head .status { padding-left: 6px; } #requests .row > .ms { flex-basis: 64px; text-align: right; }
#requests .row > :is(.sent, .answered) { flex-basis: 104px; } #requests .row > :is(.host, .client, .header) { flex-basis: 140px; } #requests .row > .connection { flex-basis: 48px; }
#requests .row > :is(.id, .time, .sent, .answered, .connection) { color: var(--ink-2); } #requests .head .row > span { color: inherit; }
#requests .row > .target { flex: 0 1 auto; } #requests .row > .extra { align-items: center; display: flex; flex: 1 0 0; gap: 6px; max-width: 45%; min-width: min-content; margin-left: -6px; } #requests .row > .extra > * { flex: none; } #requests .row > .extra > .note-text { color: var(--ink-2); flex: 0 1 auto; font: var(--t-12); max-width: 180px; overflow: hidden; text-overflow: ellipsis; }
#requests .row > .extra:not(:has(:not(.vh))) { min-width: 0; } #requests .row > .target:last-of-type { flex: 1; } #requests .row:has(> .extra) > .extra { max-width: none; }
#requests .target { align-items: center; display: flex; position: relative; } #requests .target a { inset: 0; position: absolute; } #requests .target a:focus-visible { outline: none; } #requests .target > span { flex: none; white-space: pre; } #requests .target > span:first-child { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; } #requests .target em { color: var(--ink-2); font-style: normal; } #requests .target.failed { color: var(--pink); } #requests .target.unused { color: var(--ink-2); }
#requests .row:has(a:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
#requests .row > .waterfall { align-self: stretch; flex-basis: clamp(120px, calc((100cqw - 800px) / 3), 380px); overflow: visible; } #requests .row > .waterfall .wf { display: block; height: 100%; overflow: visible; width: 100%; } .ticks { height: 100%; overflow: visible; width: 100%; } .ticks text { dominant-baseline: central; fill: var(--ink-2); font: 400 11px/1 var(--sans); } .ticks .cut { fill: var(--amber); font-weight: 600; }
.wf rect { stroke-width: 1px; } .wf .w { fill: var(--wait); stroke: var(--wait); transform: translateY(-2px); } .wf :is(.r1, .r2, .r3, .r4, .r5, .rx) { fill: var(--c); stroke: var(--c); transform: translateY(-4px); } .r1 { --c: var(--teal); } .r2 { --c: var(--green); } .r3 { --c: var(--blue); } .r4 { --c: var(--amber); } .r5 { --c: var(--red); } .rx { --c: var(--pink); }
.wf rect.cut { fill: var(--surface-2); } .wf line.gap { stroke: var(--accent); stroke-dasharray: 2 3; stroke-width: 1.5px; } .wf text.gap { dominant-baseline: central; fill: var(--accent); font: 400 11px/1 var(--mono-f); }
#rows.placed { contain: strict; position: relative; } #rows.placed > .row { cursor: pointer; left: 0; position: absolute; right: 0; top: 0; }
#requests .row.marked::after { color: var(--amber); content: "★" / ""; font-size: 12px; left: 2px; position: absolute; } #requests .row.marked[aria-selected="true"]::after { left: 3px; }
#rows > .row.chosen { background: var(--surface-2); box-shadow: inset 3px 0 var(--ink-2); }
#rows > .row.lost { color: var(--ink-2); cursor: default; filter: grayscale(1); opacity: 0.75; } #rows > .row.group { background: var(--surface-1); color: var(--ink-2); cursor: default; font: 500 0.75rem/1rem var(--sans); } #rows > .row.group > .heading { flex: 1 1 auto; line-height: inherit; } #rows > .row.restart { background: var(--amber-t); color: var(--ink); } #rows > .row.restart .btn { color: var(--accent); height: 24px; margin-left: var(--2); min-height: 24px; }
#requests .head :is(.ms, .sent, .answered) { cursor: pointer; } #requests .head :is(.ms, .sent, .answered):hover { color: var(--ink); } #requests .head [aria-sort] { color: var(--ink); }
@container list (max-width: 1124px) { #requests .row > .connection { display: none; } }
@container list (max-width: 1076px) { #requests .row > .sent { display: none; } }
@container list (max-width: 960px) { #requests .row > .answered { display: none; } }
@container list (max-width: 844px) { #requests .row > .waterfall { display: none; } }
@container list (max-width: 712px) { #requests .row > .id { display: none; } }
@container list (max-width: 560px) { #requests .row > .time { display: none; } }
@media (max-width: 719px) {
  #requests { min-width: 0; } #requests .head { display: none; }
  #requests #rows > .row { border-bottom: 1px solid var(--line); display: grid; gap: 0 8px; grid-template: "method target target" 28px "status ms time" 24px / 50px minmax(0, 1fr) max-content; height: 57px; line-height: 24px; padding: 2px 16px 2px 14px; } #requests #rows > .row.group { align-items: center; display: flex; line-height: 20px; } #requests .row.group > .heading { white-space: normal; }
  #requests .row > :is(.id, .sent, .answered, .waterfall, .connection, .host, .client, .protocol, .tls, .header) { display: none; } #requests .row > .time { display: block; grid-area: time; } #requests .row > .method { grid-area: method; } #requests .row > .target { grid-area: target; } #requests .row > .status { grid-area: status; overflow: visible; } #requests .row > .status > .st { max-width: none; } #requests .row > .ms { grid-area: ms; padding-left: 48px; text-align: left; } #requests .row > .extra { grid-area: target; justify-self: end; }
}
`;
