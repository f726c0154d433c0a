import { chartStylesheet } from '#pages/chart-stylesheet.ts';
import { baseStylesheet } from '#pages/stylesheet.ts';

/** The style of the builder page. On a wide screen the result is beside the form and stays in view. */
export const builderStylesheet = `${baseStylesheet}${chartStylesheet}
body > main { display: grid; gap: 0 2.5rem; grid-template-columns: minmax(0, 1fr); }
.intro { margin-bottom: 1.5rem; }
@media (min-width: 60rem) {
  body > main { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .intro { grid-column: 1 / -1; }
  .result { align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; position: sticky; top: 1rem; }
}
main h2 { font-size: 0.875rem; color: var(--soft); margin: 1rem 0 0; }
.result > h2:first-child { margin-top: 0; }
main :is(fieldset, form details) { border: 0; border-top: 1px solid var(--line); border-radius: 0; margin: 0 0 1.25rem; min-width: 0; padding: 0.5rem 0 0; }
main fieldset.plain { border: 0; margin: 0; padding: 0; }
#key-settings { margin-bottom: 1.25rem; }
.sending { margin: 1rem 0; }
.presets { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.75rem; } .presets .button { font-weight: 400; min-height: 32px; }
.bad { color: var(--red); } #invalid:empty { display: none; } #url.invalid { color: var(--soft); text-decoration: line-through; }
.fields { display: grid; gap: 0.75rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
.fields[hidden] { display: none; }
details > .fields { padding-top: 0.5rem; }
main summary { cursor: pointer; font-weight: 600; padding: 0.25rem 0; }
.result summary { font-size: 0.9rem; }
legend { padding: 0 0.5rem 0 0; }
.field:has(textarea), .fields > input, .add, .choices, .wide { grid-column: 1 / -1; }
.choices { border: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; }
#lab { margin-bottom: 1.25rem; }
.choices label { padding: 0.5rem 0; }
main form :is(input:not([type="checkbox"], [type="radio"]), select, textarea) { font: var(--mono); }
input[type="radio"] { accent-color: var(--accent); }
form [aria-invalid="true"] { border: 2px solid var(--accent); }
.add { justify-self: start; }
.copying { margin-top: 0.5rem; }
.steps ol { list-style: none; margin: 0.5rem 0; padding: 0; }
.steps li { align-items: center; border: 1px solid var(--line); border-radius: var(--radius); display: flex; flex-wrap: wrap; gap: 0.35rem; margin: 0.35rem 0; padding: 0.35rem; }
.steps li:has([aria-current]) { border-color: var(--accent); box-shadow: inset 3px 0 var(--accent); }
.steps .step { background: none; border: 0; flex: 1 1 12rem; font: var(--mono); overflow: hidden; text-align: left; text-overflow: ellipsis; white-space: nowrap; }
.steps .small { font-weight: 400; min-height: 2rem; padding: 0.1rem 0.6rem; }
.steps { margin-bottom: 1.25rem; }
@media (max-width: 40rem) { .steps .step { flex-basis: 100%; } }
.responses { margin: 0; padding: 0 0 0 1.25rem; }
.responses pre { max-height: 14rem; overflow-y: auto; }
#attempts table { font-size: 0.9rem; margin-top: 0.5rem; }
#attempts :is(th, td) { white-space: nowrap; }
`;
