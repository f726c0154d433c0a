import { baseStylesheet } from '../../../http/pages/stylesheet.ts';

/** On a wide screen the result stands beside the form and stays in view; on a phone it follows the form. */
export const builderStylesheet = `${baseStylesheet}
body { max-width: 76rem; }
main { display: grid; gap: 1.5rem 2.5rem; margin-top: 1.5rem; }
@media (min-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); }
  .result { align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; position: sticky; top: 1rem; }
}
h2 { font-size: 0.9rem; color: var(--soft); margin: 1rem 0 0; }
.result > h2:first-child { margin-top: 0; }
fieldset, details { border: 0; border-top: 1px solid var(--line); margin: 0 0 1.25rem; min-width: 0; padding: 0.5rem 0 0; }
.fields { display: grid; gap: 0.75rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); }
details > .fields { padding-top: 0.5rem; }
summary { cursor: pointer; font-weight: 600; padding: 0.25rem 0; }
legend { font-weight: 600; padding: 0 0.5rem 0 0; }
legend small, .field small { color: var(--soft); font-weight: 400; }
.field { display: grid; margin: 0; align-content: start; }
.wide, .fields > input, .add, .choices { grid-column: 1 / -1; }
.choices { border: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; }
.choices legend { font-weight: 400; }
label { cursor: pointer; }
input:not([type=checkbox]), select, textarea { background: var(--ground); border: 1px solid var(--field); border-radius: 0.4rem;
  color: inherit; font: 0.95rem/1.4 ui-monospace, monospace; min-height: 2.6rem; padding: 0.4rem 0.6rem; width: 100%; }
textarea { resize: vertical; }
input[type=checkbox] { accent-color: var(--accent); height: 1.1rem; vertical-align: -0.15rem; width: 1.1rem; }
.choices label { padding: 0.5rem 0; }
::placeholder { color: var(--soft); font-style: italic; opacity: 1; }
button { background: var(--raised); border: 1px solid var(--field); border-radius: 0.4rem; color: inherit; cursor: pointer;
  font: inherit; min-height: 2.6rem; padding: 0.4rem 1rem; }
button:hover { border-color: var(--ink); }
.send { background: var(--accent); border-color: var(--accent); color: var(--ground); font-weight: 600; }
.add { justify-self: start; }
.buttons { align-items: center; display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; }
.copying { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.5rem; }
:root:not(.with-script) .scripted, [hidden] { display: none !important; }
.unseen { clip-path: inset(50%); height: 1px; margin: 0; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
#answer pre { max-height: 24rem; overflow-y: auto; }
footer { margin-top: 2rem; }
.problem { border-left: 3px solid var(--accent); color: var(--accent); margin-top: 1rem; padding-left: 0.75rem; }
:root { --field: light-dark(#818b95, #6f7a85); }
`;
