import { chartStyle } from '#pages/styles/chart.ts';
import { pageStylesheet } from '#pages/styles/stylesheet.ts';

/** The style of the builder page. On a wide screen the result is beside the form and stays in view. */
export const builderStylesheet = pageStylesheet(
  `
:root { --page: 1440px; }
body > main { display: grid; gap: 0 var(--7); grid-template-columns: minmax(0, 1fr); } main p { margin: var(--1) 0; }
.intro { margin-bottom: var(--5); } .intro > p { color: var(--ink-2); }
@media (min-width: 60rem) {
  body > main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .intro { grid-column: 1 / -1; }
  .result { align-self: start; max-height: calc(100vh - var(--top) - 2rem); overflow-y: auto; padding: 2px; position: sticky; top: calc(var(--top) + 1rem); }
}
main h2 { color: var(--ink-2); font: var(--t-c); letter-spacing: 0; margin: var(--4) 0 var(--1); } .result > h2:first-child { margin-top: 0; }
main :is(fieldset, form details) { border-top: 1px solid var(--line); margin: 0 0 var(--5); min-width: 0; padding: var(--2) 0 0; } legend { padding-right: var(--2); }
main fieldset.plain { border: 0; margin: 0; padding: 0; }
#key-settings, #lab, .steps { margin-bottom: var(--5); } .sending { margin: var(--4) 0; }
.presets { display: flex; flex-wrap: wrap; gap: 6px; margin-top: var(--3); }
#invalid:empty { display: none; } #url.invalid { color: var(--ink-2); text-decoration: line-through; }
.fields { display: grid; gap: var(--3) var(--4); grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); } .fields[hidden] { display: none; } details > .fields { padding-top: var(--2); }
main summary { font: var(--t-c); padding: var(--1) 0; }
.field:has(textarea), .fields > .in, .add, .choices, .wide { grid-column: 1 / -1; }
main fieldset.choices { border: 0; display: flex; flex-wrap: wrap; gap: 0 var(--5); margin: 0; padding: 0; }
main form .in { font: var(--m-13); }
.add { justify-self: start; } .copying { margin-top: var(--2); }
.steps ol { list-style: none; margin: var(--2) 0; padding: 0; }
.steps li { align-items: center; background: var(--surface-1); border-radius: var(--r2); display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; padding: 6px; }
.steps li:has([aria-current]) { background: var(--selected); box-shadow: inset 3px 0 var(--accent); }
.steps .step { background: none; border: 0; box-shadow: none; display: block; flex: 1 1 12rem; font: var(--m-13); overflow: hidden; text-align: left; text-overflow: ellipsis; }
@media (max-width: 40rem) { .steps .step { flex-basis: 100%; } }
.responses { padding-left: 1.25rem; } .responses pre { max-height: 14rem; overflow-y: auto; }
#attempts table { margin-top: var(--2); } #attempts :is(th, td) { white-space: nowrap; }
`,
  chartStyle,
);
