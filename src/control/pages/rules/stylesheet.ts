/** The style of the page of the rules. */
export const rulesStylesheet = `
.rules { border-bottom: 1px solid var(--line); }
.rule { align-items: center; border-top: 1px solid var(--line); display: grid; gap: 2px var(--3); grid-template-columns: 28px minmax(0, 1fr) max-content max-content; padding: 10px 12px; } .rule:hover { background: var(--surface-1); } .rule.new { background: var(--green-t); }
.rule p { margin: 0; } .rule .say { font: var(--t-14); } .rule .say code { background: none; font: var(--m-13); padding: 0; } .rule .st { background: none; padding: 0; } .rule .remarks { color: var(--ink-2); font: var(--t-12); } .rule .uses { color: var(--ink-2); font: var(--t-13); text-align: right; } .rule.off .say { color: var(--ink-2); } .rule .actions { flex-wrap: nowrap; gap: 0; }
.editor { background: var(--surface-1); border-radius: var(--r3); display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 440px); margin-top: var(--5); scroll-margin-top: 64px; }
.editor > form { align-content: start; display: grid; gap: var(--4); padding: var(--5); } .editor > .side { align-content: start; margin: 0; border-left: 1px solid var(--line); display: grid; gap: var(--3); min-width: 0; padding: var(--5); } .editor h3 { margin: 0; } .editor .banner { margin: 0; background: var(--amber-t); }
.fieldset { display: grid; gap: var(--4); } .fieldset[hidden] { display: none; } [data-effect] { display: grid; gap: var(--4); } [data-effect][hidden] { display: none; }
.sentence { align-items: start; display: grid; gap: var(--2) var(--3); grid-template-columns: max-content 120px minmax(0, 1fr); } .sentence > b { font: 600 0.875rem/2rem var(--sans); } .sentence > .span { grid-column: 2 / -1; min-width: 0; } .sentence > p { line-height: 2rem; margin: 0; } .sentence .in { font: var(--m-13); } .sentence .seg { flex-wrap: wrap; }
.conditions { display: grid; gap: var(--3); grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); margin-top: var(--2); }
.two { display: grid; gap: var(--4); grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); }
.times { display: flex; flex-wrap: wrap; gap: var(--2); } .times .sel { flex: 0 1 16rem; } .times label { align-items: center; display: flex; gap: var(--2); } .times label .in { width: 6rem; } .times [hidden] { display: none; }
.stages { display: flex; flex-wrap: wrap; gap: 0.25rem; list-style: none; padding: 0; } .stages li { border: 1px solid var(--control); border-radius: var(--r2); padding: 0.1rem 0.6rem; } .stages .broken { border-color: var(--pink); color: var(--pink); font-weight: 600; } .stages .never { border-style: dashed; color: var(--ink-2); }
.editor .mini { --cols: 60px minmax(0, 1fr) 84px 64px; } .editor .mini .c-time { display: none; }
.explain { margin-top: var(--6); } .form > * { align-self: start; } .form > .whole { grid-column: 1 / -1; } #explanation pre { white-space: pre-wrap; } .head-line .with-icon { width: 12rem; } .head-line .with-icon .in { width: 100%; } .editor .side p { font: var(--t-13); }
@media (max-width: 1099px) { .editor { grid-template-columns: minmax(0, 1fr); } .editor > .side { border-left: 0; border-top: 1px solid var(--line); } }
@media (max-width: 719px) {
  .rule { grid-template-columns: 28px minmax(0, 1fr) max-content; } .rule .uses { grid-column: 2; grid-row: 2; text-align: left; } .rule .actions { align-self: start; }
  .sentence { grid-template-columns: minmax(0, 1fr); } .sentence > .span { grid-column: 1; } .sentence > b { line-height: 1.25rem; } .editor { border-radius: 0; margin-inline: calc(var(--gutter) * -1); } .editor > :is(form, .side) { padding: var(--4); }
}
`;
