import { chartStyle } from '#pages/styles/chart.ts';
import { codeStyle, figureStyle } from '#pages/styles/code.ts';
import { pageStylesheet } from '#pages/styles/stylesheet.ts';
import { viewStyle } from '#pages/styles/views.ts';
import { responseFieldStyle } from './response/fields.ts';

/** The style of the builder page: the form on the left, and the result on the right, which stays in view. */
export const builderStylesheet = pageStylesheet(
  `
body > main { align-items: stretch; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); padding: 0; } main p { margin: 0; }
.build, .build > form, #directives, .steps > ol { grid-template-columns: minmax(0, 1fr); }
.build { display: grid; gap: var(--5); align-content: start; justify-self: end; max-width: 780px; padding: var(--5) var(--6) var(--8); width: 100%; } .build > form { display: grid; gap: var(--5); } .intro > p { color: var(--ink-2); }
.result { background: var(--surface-1); border-left: 1px solid var(--line); height: calc(100vh - var(--top)); overflow-y: auto; padding: var(--5) var(--6) var(--8); position: sticky; scrollbar-width: thin; top: var(--top); } .result > * + *, .result > div > h2 + * { margin-top: var(--4); } .result > * { max-width: 660px; } .result > #problem:empty { display: none; } .result > #problem:empty + * { margin-top: 0; }
.result .code { background: var(--bg); } .result h2 + div { margin-top: var(--3); } .sending { gap: var(--2); } #save { display: inline-flex; flex-wrap: wrap; } #save[hidden] { display: none; }
.lbl { font: var(--t-c); margin-bottom: var(--2); } .presets { display: flex; flex-wrap: wrap; gap: 6px; } .presets [aria-current] { background: var(--selected); color: var(--accent); } #free-key { align-self: start; justify-self: start; margin-top: 28px; } #url.invalid { color: var(--ink-2); text-decoration: line-through; }
#directives, .fields, .choices, fieldset.plain { border: 0; margin: 0; min-width: 0; padding: 0; } #directives { display: grid; gap: var(--4); }
.fields { display: grid; gap: var(--3) var(--4); grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); } .fields[hidden] { display: none; } .fields > legend { margin-bottom: var(--2); }
.field:has(textarea), .fields > .in, .fields > .add, .choices, .wide { grid-column: 1 / -1; } .add { justify-self: start; } .choices { display: flex; flex-wrap: wrap; gap: 0 var(--5); }
main form .in { font: var(--m-13); }
.more { border-top: 1px solid var(--line); } .more > details, #request { border-bottom: 1px solid var(--line); } .more summary, #request > summary { font: var(--t-c); padding: 10px 0; } .more details > .fields, .more details > .code, #request > .fields { padding-bottom: var(--4); } .more details > .code { margin-bottom: var(--4); }
.steps > ol { display: grid; gap: 6px; list-style: none; margin: var(--2) 0; padding: 0; } .steps h2 { font: var(--t-c); letter-spacing: 0; }
.steps li { align-items: center; background: var(--surface-1); border-radius: var(--r2); display: flex; gap: 2px; min-height: 40px; padding: 0 6px 0 4px; } .steps li:has([aria-current]) { background: var(--selected); box-shadow: inset 3px 0 var(--accent); }
.steps .step { background: none; border: 0; box-shadow: none; display: block; flex: 1; font: var(--m-13); min-width: 0; overflow: hidden; text-align: left; text-overflow: ellipsis; }
.responses { padding-left: 1.25rem; } .responses pre { max-height: 14rem; overflow-y: auto; } #attempts table { margin-top: var(--2); } #attempts :is(th, td) { white-space: nowrap; } #attempts .actions { margin-top: var(--2); }
.sendbar { display: none; }
@media (max-width: 899px) { body > main { grid-template-columns: minmax(0, 1fr); } .build { justify-self: stretch; max-width: none; padding-bottom: var(--5); } .result { border-left: 0; border-top: 1px solid var(--line); height: auto; overflow: visible; position: static; } .result > * { max-width: none; } }
@media (max-width: 719px) {
  html { scroll-padding-bottom: 64px; } .build, .result { padding: var(--5) var(--gutter) var(--6); }
  .with-script .sendbar { align-items: center; background: var(--overlay); bottom: 0; box-shadow: 0 -1px 0 var(--line-2); display: flex; gap: var(--2); grid-column: 1; padding: 8px 16px calc(8px + env(safe-area-inset-bottom)); position: sticky; z-index: 5; } .sendbar code { flex: 1; font: var(--m-12); min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
}
`,
  chartStyle,
  codeStyle,
  figureStyle,
  viewStyle,
  responseFieldStyle,
);
