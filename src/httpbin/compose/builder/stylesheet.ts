import { baseStylesheet } from '../../../http/pages/stylesheet.ts';

/** The style of the builder page. On a wide screen the result is beside the form and stays in view. */
export const builderStylesheet = `${baseStylesheet}
body { max-width: 76rem; }
main { display: grid; gap: 0 2.5rem; }
.intro { margin-bottom: 1.5rem; }
@media (min-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); }
  .intro { grid-column: 1 / -1; }
  .result { align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; position: sticky; top: 1rem; }
}
h2 { font-size: 0.9rem; color: var(--soft); margin: 1rem 0 0; }
.result > h2:first-child { margin-top: 0; }
fieldset, details { border: 0; border-top: 1px solid var(--line); border-radius: 0; margin: 0 0 1.25rem; min-width: 0; padding: 0.5rem 0 0; }
.fields { display: grid; gap: 0.75rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
details > .fields { padding-top: 0.5rem; }
summary { cursor: pointer; font-weight: 600; padding: 0.25rem 0; }
legend { padding: 0 0.5rem 0 0; }
.field:has(textarea), .fields > input, .add, .choices { grid-column: 1 / -1; }
.choices { border: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; }
.choices label { padding: 0.5rem 0; }
form input:not([type="checkbox"], [type="radio"]), form select, form textarea { font: 0.95rem/1.4 ui-monospace, monospace; }
.add { justify-self: start; }
.copying { margin-top: 0.5rem; }
#answer pre { max-height: 24rem; overflow-y: auto; }
`;
