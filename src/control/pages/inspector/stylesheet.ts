/** The style of the inspector: a list and the detail beside it, which scroll by themselves. */
export const inspectorStylesheet = `
body.inspector { display: flex; flex-direction: column; height: 100vh; height: 100dvh; overflow: hidden; }
body.inspector > main { display: flex; flex: 1; flex-direction: column; min-height: 0; padding-block: 0; }
.inspector h1 { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; width: 1px; }
.inspector main > .banner { margin: 4px 0; padding: 6px 12px; } .inspector main > * { flex: none; }
.tools { align-items: center; display: flex; gap: 0.5rem; height: 44px; }
.tools #filter { flex: 1; font: var(--m-13); }
.tools-right { align-items: center; display: flex; gap: 2px; } .tools .check { align-items: center; font: var(--t-13); margin: 0 6px; }
.status { align-items: center; display: flex; gap: 0.75rem; } .status-line { align-items: center; display: flex; flex: none; font: var(--t-13); gap: 0.75rem; height: 28px; max-width: 100%; overflow: auto hidden; scrollbar-width: none; white-space: nowrap; } @media (max-width: 1099px) { .status { display: block; } }
.status-line .btn { border: 0; height: 24px; min-height: 24px; padding: 0 8px; }
#state.lost { color: var(--danger); } .status-line:has(.lost) { flex-wrap: wrap; gap: 0 0.75rem; height: auto; min-height: 28px; white-space: normal; } .btn.link { color: var(--accent); }
#chips { min-width: 0; overflow-x: auto; scrollbar-width: none; white-space: nowrap; } #chips :focus-visible { outline-offset: -2px; } #chips .chip { cursor: pointer; margin-right: 4px; } #chips .off { background: none; border: 1px dashed var(--line-2); color: var(--ink-2); text-decoration: line-through; }
#filter-problem { margin: 0; overflow-wrap: anywhere; padding-bottom: 4px; } #filter-problem:empty { display: none; } #filter-problem code { color: var(--ink); margin-right: 0.5rem; white-space: pre-wrap; } #filter-problem u { color: var(--danger); text-decoration: underline wavy; text-underline-offset: 3px; }
.drop { background: var(--overlay); border: 0; border-radius: var(--r3); box-shadow: var(--shadow); color: inherit; gap: 4px; margin-top: 4px; padding: 6px; position-area: bottom span-left; } .drop:popover-open { display: grid; }
.drop .btn { background: none; border: 0; box-shadow: none; font: var(--t-13); height: auto; justify-content: flex-start; min-height: 30px; text-align: left; width: 100%; }
.drop .btn:hover { background: var(--surface-2); } .drop .field { align-items: center; display: flex; gap: 0.75rem; justify-content: space-between; } .drop .field label { flex: none; font-weight: 400; }
.drop fieldset { display: grid; gap: 0 1rem; grid-template-columns: repeat(3, auto); padding: 0.25rem 0.75rem; } .drop fieldset label { min-height: 26px; } .drop .saved { align-items: center; display: flex; } .drop .saved .btn { font: var(--m-13); max-width: 24rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .drop .saved .btn + .btn { flex: none; width: auto; }
.values { display: grid; min-width: 14rem; max-height: min(24rem, 60vh); overflow: auto; } .values > :is(.btn, p) { display: flex; gap: 1rem; justify-content: space-between; margin: 0; min-height: 28px; padding: 0 0.6rem; } .values .value { font: var(--m-13); max-width: 24rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.drop.left { margin-top: 2px; min-width: 14rem; position-area: bottom span-right; translate: -0.5rem; }
html:not(.with-script) :is(body.inspector, .inspector > main, .panes, #list, #viewport) { display: block; height: auto; overflow: visible; } .unscripted { display: flex; gap: 0.5rem; padding: 0.25rem 0; }
#undo { align-items: center; display: flex; gap: 1rem; }
.panes { display: grid; flex: 1 !important; grid-template-columns: minmax(0, 1fr); margin: 0 calc(-1 * var(--gutter)); min-height: 0; }
.panes > #list { display: flex; flex-direction: column; min-height: 0; min-width: 0; position: relative; }
.panes.greyed #viewport { background: var(--surface-1); filter: grayscale(1); }
#splitter { display: none; } #comparison { border-top: 1px solid var(--line); max-height: 45vh; overflow: auto; padding-bottom: 0.5rem; }
@media (min-width: 1100px) {
  .panes.with-detail { grid-template-columns: minmax(0, var(--list-part, 55fr)) 6px minmax(0, var(--detail-part, 45fr)); }
  .with-detail #splitter { background: var(--line); cursor: col-resize; display: block; }
}
@media (min-width: 720px) and (max-width: 1099px) { .panes.with-detail { grid-template-rows: minmax(0, 2fr) minmax(0, 3fr); } }
#viewport { border-top: 1px solid var(--line); flex: 1; min-height: 0; overflow: auto; overflow-anchor: none; overscroll-behavior: contain; position: relative; }
#plain { font: var(--m-13); table-layout: fixed; } #plain :is(th, td) { border: 0; height: 28px; line-height: 28px; overflow: hidden; padding: 0 8px 0 0; text-overflow: ellipsis; white-space: nowrap; } #plain th { background: var(--surface-1); font: var(--t-12); font-weight: 600; } #plain :is(th, td):is(:nth-child(1), :nth-child(8)) { text-align: right; }
#plain th { width: 80px; } #plain th:nth-child(1) { width: 75px; } #plain th:nth-child(2) { width: 112px; } #plain th:nth-child(4) { width: auto; } #plain th:nth-child(5) { width: 108px; } #plain th:is(:nth-child(6), :nth-child(7)) { width: 136px; } #plain th:nth-child(9) { width: 216px; } #plain a { color: inherit; } #plain td:nth-child(2) { color: var(--ink-2); }
@media (max-width: 1099px) { #plain :is(th, td):nth-child(n+6) { display: none; } } @media (max-width: 719px) { #plain :is(th, td):nth-child(2) { display: none; } #plain th:nth-child(1) { width: 48px; } #plain th:is(:nth-child(3), :nth-child(5)) { width: 64px; } }
#requests { font: var(--m-13); min-width: min-content; }
#requests .row { --height: 28px; display: flex; gap: 0 8px; height: var(--height); line-height: var(--height); padding: 0 8px 0 11px; }
#requests[data-density="compact"] #rows > .row { --height: 24px; } #requests[data-density="large"] #rows > .row { --height: 36px; }
#requests .row > span { flex: 0 0 72px; } #requests .row > .id { flex-basis: 56px; } #requests .row > .time { flex-basis: 104px; } #requests .row > .status { flex-basis: 100px; }
#requests .row > :is(.sent, .answered) { flex-basis: 128px; } #requests .row > :is(.host, .client, .header) { flex-basis: 140px; } #requests .row > .ms { flex-basis: 76px; }
#requests .row > .target { flex: 1 1 0; } #requests .row > .extra { flex: 0 1 120px; } #requests .head .target { min-width: 200px; }
#rows > .row.lost { color: var(--ink-2); cursor: default; filter: grayscale(1); } #plain .divider td { background: var(--surface-1); font-weight: 600; text-align: left; white-space: normal; }
#rows > .row.group { background: var(--surface-1); cursor: default; font-weight: 600; } #requests .row.group > .heading { flex: 1 1 auto; }
#requests .head :is(.ms, .sent, .answered) { cursor: pointer; } #requests .head :is(.ms, .sent, .answered):hover { text-decoration: underline; }
#requests .row > span { min-width: 0; overflow: hidden; overflow-wrap: normal; text-overflow: ellipsis; white-space: nowrap; }
#requests .head { background: var(--surface-1); font: var(--t-12); font-weight: 600; position: sticky; top: 0; z-index: 2; } #requests .head .row { line-height: 28px; }
#requests .row > :is(.id, .ms) { text-align: right; } #requests .id a { color: inherit; text-decoration: none; } #requests .id a:focus-visible { outline: none; }
#requests .row:has(a:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
#requests [role="gridcell"].target { display: flex; } #requests .target > span:first-child { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; } #requests .target > span + span { flex: none; }
#requests [role="gridcell"].time { color: var(--ink-2); }
.with-script #rows { contain: strict; position: relative; } .with-script #rows > .row { cursor: pointer; left: 0; position: absolute; right: 0; top: 0; }
#rows > .row:hover { background: var(--surface-2); } #rows > .row[aria-selected="true"] { background: var(--selected); box-shadow: inset 3px 0 var(--accent); }
#rows > .row.chosen { background: var(--surface-2); box-shadow: inset 3px 0 var(--ink-2); } #rows > .row.marked .id { text-decoration: underline double; }
.blue { color: var(--blue); } .green { color: var(--green); } .amber { color: var(--amber); } .violet { color: var(--violet); } .red { color: var(--red); } .teal { color: var(--teal); } .pink { color: var(--pink); }
#held { border-radius: 14px; height: 28px; left: 50%; position: absolute; top: 34px; translate: -50%; z-index: 3; }
#empty, #dropped, #off { padding: 0.75rem var(--gutter); } #dropped { margin: 0; }
@media (min-width: 1100px) {
  .with-detail #requests .row > :is(.sent, .answered, .connection, .extra, .host, .client, .protocol, .tls, .header) { display: none; }
  .with-detail #requests .row > .id { flex-basis: 40px; } .with-detail #requests .row > .time { flex-basis: 64px; } .with-detail #requests .row > :is(.method, .ms) { flex-basis: 60px; } .with-detail #requests .row > .status { flex-basis: 72px; }
  .with-detail #requests .head .target { min-width: 0; }
  .with-detail #requests [role="gridcell"].time { text-overflow: clip; }
}
@media (min-width: 720px) and (max-width: 1099px) {
  #requests .row > :is(.sent, .answered, .connection, .extra, .host, .client, .protocol, .tls, .header) { display: none; }
  #requests .row > .id { flex-basis: 48px; } #requests .row > :is(.method, .ms) { flex-basis: 64px; } #requests .row > .status { flex-basis: 80px; } #requests .head .target { min-width: 0; }
}
@media (max-width: 719px) {
  .wide-only { display: none !important; } .tools { flex-wrap: wrap; height: auto; padding-top: 6px; } .tools #filter { flex-basis: 100%; } .tools #apply-filter { flex: none; } .tools-right { margin-left: auto; } .panes.with-detail #list, .panes:not(.with-detail) #detail { display: none; }
  :root:has(.panes.with-detail) #filter-form { display: none; }
  #requests .head { display: none; }
  #requests { min-width: 0; } #requests .row { display: grid; gap: 0 8px; grid-template: "method target target target" 28px "status ms sent time" 24px / 52px auto minmax(0, 1fr) auto; height: 56px; line-height: 26px; padding: 2px 16px; }
  #requests .row.group { align-items: center; display: flex; line-height: 20px; } #requests .row.group > .heading { white-space: normal; }
  #requests .row > :is(.id, .answered, .connection, .extra, .host, .client, .protocol, .tls, .header) { clip-path: inset(50%); height: 1px; position: absolute; width: 1px; }
  #requests .row > .method { grid-area: method; } #requests .row > .target { grid-area: target; } #requests .row > .status { grid-area: status; } #requests .row > .ms { grid-area: ms; } #requests .row > .sent { grid-area: sent; } #requests .row > .time { grid-area: time; }
}
#detail { border-top: 1px solid var(--line); min-height: 0; min-width: 0; overflow: auto; padding: 0.25rem var(--gutter) 1rem 12px; }
#detail h2 { display: flex; flex: 1; font: var(--m-13); font-weight: 600; margin: 0; min-width: 0; } #detail .heading, .steps { align-items: start; display: flex; gap: 0.25rem; } #detail .heading { margin-top: 0.25rem; }
#detail h2 > .title { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } #detail h2.open > .title { white-space: normal; }
#detail .btn { font: var(--t-12); height: 26px; padding: 0 8px; } #detail .steps .btn { flex: none; height: 24px; }
#detail .summary { color: var(--ink-2); font: var(--t-13); margin: 0 0 0.25rem; }
#detail .toolbar { align-items: center; display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0.25rem 0; } #detail .toolbar .field { align-items: center; display: flex; flex: none; gap: 0.4rem; }
#detail .toolbar :is(.btn, .in, label) { flex: none; font: var(--t-12); } #detail .toolbar .in { height: 26px; padding: 0 6px; width: auto; } #detail .check { align-items: center; flex: none; }
#detail h3 { font-size: 0.875rem; margin: 0.5rem 0 0.25rem; } #detail summary { cursor: pointer; font-weight: 600; padding: 0.15rem 0; } .fold > summary > h3 { display: inline; }
#detail [aria-label^="Copy as"] { margin-left: -0.25rem; min-width: 26px; } #detail .drop .btn { height: auto; width: 100%; }
.both { display: grid; gap: 1rem; grid-template-columns: repeat(2, minmax(0, 1fr)); }
@media (max-width: 719px) { #detail { padding: 0 16px 1rem; } #detail .toolbar { flex-wrap: nowrap; overflow-x: auto; } .drop, .drop.left { inset: auto 8px 8px; margin: 0; max-height: 70vh; min-width: 0; position-area: none; translate: none; width: auto; } #rows > .row { border-bottom: 1px solid var(--line); } #detail .detail-head { background: var(--bg); position: sticky; top: 0; z-index: 2; } }
#copied:empty { display: none; }
[role="tabpanel"] { padding-top: 0.25rem; }
.message-line { background: var(--surface-1); border-radius: var(--r2); margin: 0.25rem 0 0.5rem; padding: 0.35rem 0.75rem; }
.json { font: var(--m-13); } .json details > :not(summary) { margin-left: 1.25rem; } .json summary { display: inline-block; font: var(--m-13); } .json summary::before { color: var(--ink-2); content: "▸" / ""; display: inline-block; width: 0.9rem; } .json details[open] > summary::before { content: "▾" / ""; } .json .leaf { margin-left: 0.9rem; overflow-wrap: anywhere; white-space: pre-wrap; }
.json details { position: relative; } .json .actions { gap: 0.25rem; opacity: 0; position: absolute; right: 0; top: 0; } #detail .json .actions .btn { height: 20px; min-height: 20px; padding: 0 6px; }
.json details:hover > div > .actions, .json .actions:focus-within { opacity: 1; } @media (pointer: coarse) { .json .actions { opacity: 1; } }
.json .found { background: var(--selected); outline: 2px solid var(--accent); outline-offset: -2px; } .search .in { height: 26px; max-width: 16rem; min-height: 26px; width: auto; } .json-lines { margin: 0; padding-left: 2.5rem; }
.json .key { color: var(--blue); } .json .string { color: var(--green); } .json .number { color: var(--amber); } .json .literal { color: var(--violet); }
.body-view img { background: repeating-conic-gradient(var(--surface-1) 0 25%, transparent 0 50%) 0 / 16px 16px; max-height: 20rem; max-width: 100%; } .body-view table img { max-height: 4rem; }
dialog { max-height: 90vh; max-width: min(48rem, 94vw); overflow: auto; }
dialog form { display: grid; gap: 0.75rem; } dialog textarea { font: var(--m-13); }
@media print { body.inspector { display: block; height: auto; overflow: visible; } #filter-form, #list, #splitter, .toolbar, .steps, .tabs, .body-view fieldset, #undo { display: none !important; } .panes { display: block; } #detail { overflow: visible; } }
.fields td, .fields th { font: var(--m-13); padding: 0.2rem 0.75rem 0.2rem 0; }
.fields th { font-weight: 600; width: 35%; }
:is(.fields, .message-line) .btn { height: 24px; margin-left: 0.5rem; }
.body-view pre { max-height: 28rem; overflow: auto; } .body-view pre > span { contain-intrinsic-size: auto 40rem; content-visibility: auto; display: block; }
.body-view pre.hex { overflow-wrap: normal; white-space: pre; }
.body-view fieldset { border: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; padding: 0; }
.body-view fieldset { align-items: center; margin: 0 0 4px; } .body-view fieldset .btn { height: 24px; min-height: 24px; } .body-view p:empty { display: none; }
.body-view fieldset label { font: var(--t-12); gap: 4px; min-height: 24px; } .body-view fieldset input { margin: 0; }
.body-view .check { align-items: center; }
.difference { table-layout: fixed; }
.difference td { font: var(--m-13); white-space: pre-wrap; }
.difference .absent { color: var(--ink-2); font-style: italic; }
.labs { align-items: start; display: grid; gap: 1rem 1.5rem; grid-template-columns: minmax(0, 1fr); margin-top: 0.5rem; }
@media (min-width: 75rem) { .labs:has(section) { grid-template-columns: minmax(0, 1fr) minmax(0, 3fr); } }
#lab-list { max-height: 24rem; overflow: auto; }
#lab-key h3 { margin-top: 0; }
#lab-key table { font-size: 0.9rem; margin-top: 0.5rem; }
#lab-key :is(th, td) { white-space: nowrap; }
#lab-key .toolbar { align-items: center; }
#lab-key ol { margin: 0.5rem 0; overflow-wrap: anywhere; }
.view { overflow: auto; flex: 1; min-height: 0; padding-block: 0.75rem; }
.timeline { align-items: start; display: grid; gap: 1rem; }
@media (min-width: 75rem) { .timeline { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
.timeline .text { max-height: 24rem; overflow: auto; }
.timeline ol { margin: 0; padding-left: 2.25rem; }
.timeline svg .gap { stroke-dasharray: 3 3; }
`;
