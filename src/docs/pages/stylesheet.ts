import { baseStylesheet } from '#pages/stylesheet.ts';

/** The style that all documentation pages have. A page adds what its own elements need. */
export const stylesheet = `${baseStylesheet}
:root { scroll-padding-top: 1rem; }
:target { box-shadow: -0.4rem 0 var(--ground), -0.6rem 0 var(--accent); }
body > main { font: var(--text); }
h2 { margin: 2rem 0 0.75rem; }
h3 { margin: 1.75rem 0 0.25rem; }
:is(main, footer) ul { list-style: none; margin: 0; padding: 0; }
.method { background: var(--raised); border-radius: 0.3rem; display: inline-block; font: 600 0.75rem/1 ui-monospace, monospace;
  padding: 0.25rem 0.4rem; vertical-align: 0.1rem; }
.deprecated { border: 1px solid var(--accent); border-radius: 0.3rem; color: var(--accent); font-size: 0.75rem; font-weight: 400; padding: 0 0.35rem; }
.finder form { align-items: center; display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; margin: 1rem 0; max-width: var(--text-width); position: relative; }
.finder label { font-weight: 600; }
.finder input[type] { flex: 1 1 12rem; width: auto; }
.find { position: relative; }
.suggestions { background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 8px 24px rgb(0 0 0 / 20%); font: var(--tools); max-height: 70vh; overflow-y: auto; padding: 0.5rem; position: absolute; right: 0; top: calc(100% + 4px); width: min(36rem, calc(100vw - 2 * var(--gutter))); z-index: 3; }
.finder .suggestions { width: 100%; }
.results { list-style: none; margin: 0; max-width: var(--text-width); padding: 0; }
.results a { border-radius: var(--radius); color: inherit; display: grid; gap: 0 0.75rem; grid-template-columns: 5rem minmax(0, 1fr); padding: 0.5rem; text-decoration: none; }
.results a > :nth-child(n + 3) { grid-column: 2; }
.results a:hover, .results a:focus { background: var(--hover); }
.suggestions li:first-child a { background: var(--selected); box-shadow: inset 3px 0 var(--accent); }
.result-title { font-weight: 600; }
.kind { color: var(--soft); font: var(--small); line-height: inherit; }
mark { background: none; color: inherit; font-weight: 600; text-decoration: underline; }
.tags { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.5rem 0; }
.tags a { padding: 0.1rem 0; }
main > section > h2 { border-bottom: 2px solid var(--accent); padding-bottom: 0.25rem; }
footer ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
footer p { color: var(--soft); }
`;
