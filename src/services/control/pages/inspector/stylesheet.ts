/** The style of the inspector. */
export const inspectorStylesheet = `
.filter-words { color: var(--soft); font-size: 0.9rem; }
.columns { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 75rem) { .columns.with-detail { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
#viewport { border: 1px solid var(--line); border-radius: var(--radius); max-height: 32rem; overflow: auto; overflow-anchor: none; position: relative; }
#requests { table-layout: fixed; }
#requests :is(th, td) { font-size: 0.85rem; height: 2rem; line-height: 1.25rem; overflow: hidden; overflow-wrap: normal; padding: 0.35rem 0.5rem; text-overflow: ellipsis; white-space: nowrap; }
#requests thead th { background: var(--raised); position: sticky; top: 0; z-index: 1; }
#requests .spacer td { border: 0; height: 0; padding: 0; }
#requests tbody tr:not(.spacer) { cursor: pointer; }
#requests tbody tr:hover { background: var(--raised); }
#requests tr[aria-current] { background: var(--selected); box-shadow: inset 3px 0 var(--accent); }
#requests tr.marked td:first-child { text-decoration: underline double; }
#requests button { background: none; border: 0; border-radius: 0.2rem; font: inherit; font-weight: 600; min-height: 1.25rem; padding: 0 0.15rem; text-decoration: underline; width: auto; }
#requests .id { width: 4rem; } #requests .status { width: 4.5rem; } #requests .method { width: 5.5rem; } #requests .target { width: auto; }
#requests .type { width: 9rem; } #requests .size { width: 5.5rem; } #requests .ms { width: 4.5rem; } #requests .connection { width: 5.5rem; }
#requests .bin { width: 5.5rem; } #requests .lab { width: 9.5rem; } #requests .end { width: 6.5rem; }
.dot { border-radius: 50%; display: inline-block; height: 0.7rem; margin-right: 0.35rem; vertical-align: -0.05rem; width: 0.7rem; }
.dot-1 { background: var(--blue); } .dot-2 { background: var(--green); } .dot-3 { background: var(--amber); } .dot-4 { background: var(--violet); }
.dot-5 { background: var(--red); } .dot-6 { background: var(--teal); } .dot-7 { background: var(--soft); } .dot-8 { background: var(--pink); }
@media (min-width: 75rem) { .with-detail #requests :is(.type, .bin, .lab, .size, .end) { display: none; } .with-detail #viewport { max-height: 44rem; } }
@media (max-width: 48rem) {
  #requests :is(.type, .size, .bin, .lab, .end, .connection) { display: none; }
  #viewport { max-height: 20rem; }
  #requests .id { width: 3.25rem; } #requests .method { width: 4.5rem; } #requests .status { width: 3.75rem; } #requests .ms { width: 3.25rem; }
  #requests :is(th, td) { padding: 0.35rem 0.3rem; }
}
#empty { padding: 1rem; }
#detail { border: 1px solid var(--line); border-radius: var(--radius); min-width: 0; padding: 0.75rem 1rem; }
#detail h2 { display: flex; gap: 0.75rem; }
#detail h2 > :first-child { flex: 1; }
#detail h2 button { font-size: 0.9rem; }
#detail .toolbar { align-items: center; margin: 0.5rem 0; }
#detail .toolbar .field { align-items: center; display: flex; gap: 0.5rem; }
#detail .toolbar :is(button, select) { font-weight: 400; min-height: 2rem; padding: 0.1rem 0.6rem; }
#detail .checkbox { align-items: center; }
#copied:empty { display: none; }
[role="tablist"] { border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.25rem; margin-top: 0.75rem; }
[role="tab"] { background: none; border: 0; border-bottom: 3px solid transparent; border-radius: 0; font-weight: 400; min-height: 2rem; padding: 0.15rem 0.75rem; }
[role="tab"][aria-selected="true"] { border-color: var(--accent); font-weight: 600; }
[role="tabpanel"] { padding-top: 0.5rem; }
.message-line { background: var(--raised); border-radius: var(--radius); margin: 0.25rem 0 0.5rem; padding: 0.35rem 0.75rem; }
.fields td, .fields th { font: var(--mono); padding: 0.2rem 0.75rem 0.2rem 0; }
.fields th { font-weight: 600; width: 35%; }
.fields button, .message-line button { font: 0.8rem system-ui, sans-serif; margin-left: 0.5rem; min-height: 1.5rem; padding: 0 0.5rem; }
.body-view pre { max-height: 28rem; overflow: auto; }
.body-view pre.hex { overflow-wrap: normal; white-space: pre; }
.body-view fieldset { border: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; }
.body-view fieldset { margin-bottom: 0.5rem; }
.body-view input { height: 1.5rem; margin: 0; width: 1.5rem; }
.body-view label.checkbox { align-items: center; }
.body-view legend { padding: 0; }
.difference { table-layout: fixed; }
.difference td { font: var(--mono); white-space: pre-wrap; }
.difference .absent { color: var(--soft); font-style: italic; }
.labs { align-items: start; display: grid; gap: 1rem 1.5rem; grid-template-columns: minmax(0, 1fr); margin-top: 0.5rem; }
@media (min-width: 75rem) { .labs:has(section) { grid-template-columns: minmax(0, 1fr) minmax(0, 3fr); } }
#lab-list { max-height: 24rem; overflow: auto; }
#lab-key h3 { margin-top: 0; }
#lab-key table { font-size: 0.9rem; margin-top: 0.5rem; }
#lab-key :is(th, td) { white-space: nowrap; }
#lab-key .toolbar { align-items: center; }
#lab-key ol { margin: 0.5rem 0; overflow-wrap: anywhere; }
.timeline { align-items: start; display: grid; gap: 1rem; }
@media (min-width: 75rem) { .timeline { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
.timeline .text { max-height: 24rem; overflow: auto; }
.timeline ol { margin: 0; padding-left: 2.25rem; }
.timeline svg .gap { stroke-dasharray: 3 3; }
`;
