import { baseStylesheet } from '../../http/pages/stylesheet.ts';

/** The style of the documentation pages. */
export const stylesheet = `${baseStylesheet}
:root { scroll-padding-top: 1rem; }
:target { box-shadow: -0.4rem 0 var(--ground), -0.6rem 0 var(--accent); }
h1 { align-items: center; display: flex; flex-wrap: wrap; gap: 0.6rem; }
h2 { border-bottom: 2px solid var(--accent); margin: 3rem 0 0.5rem; padding-bottom: 0.25rem; }
main > section:first-child h2 { margin-top: 1rem; }
h3 { color: var(--soft); font-size: 1rem; margin: 2rem 0 0.25rem; }
h4 { font-size: 1rem; font-weight: 500; margin: 0; }
h5 { color: var(--soft); font-size: 0.85rem; margin: 1rem 0 0.25rem; }
ul { list-style: none; margin: 0; padding: 0; }
.lead { font-size: 1.15rem; }
.expected { color: var(--soft); }
.descriptions dt { color: inherit; }
.method { background: var(--raised); border-radius: 0.3rem; display: inline-block; font: 600 0.75rem/1 ui-monospace, monospace;
  padding: 0.25rem 0.4rem; }
.deprecated { border: 1px solid var(--accent); border-radius: 0.3rem; color: var(--accent); font-size: 0.75rem; padding: 0 0.35rem; }

.services { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); margin: 1.25rem 0; }
.services li { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.75rem 1rem; }
.services a { font-weight: 600; }
.links { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.links a { font-weight: 400; }
.filter { align-items: center; background: var(--ground); display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; padding: 0.5rem 0; }
.filter label { font-weight: 600; }
.filter input[type] { flex: 1 1 12rem; width: auto; }
.filter p { color: var(--soft); flex-basis: 100%; margin: 0; min-height: 1.55rem; }
.tags { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.75rem 0; }
.tags a { padding: 0.25rem 0; }

.endpoint { border-top: 1px solid var(--line); }
details.endpoint[open] { padding-bottom: 1rem; }
summary { cursor: pointer; display: grid; gap: 0 1rem; padding: 0.6rem 1.5rem 0.6rem 0; position: relative; }
summary::-webkit-details-marker { display: none; }
summary::after { color: var(--soft); content: "+"; font: 600 1.1rem/1 ui-monospace, monospace; position: absolute; right: 0.25rem; top: 0.8rem; }
[open] > summary::after { content: "\u2212"; }
summary:hover { background: var(--raised); }
summary:hover .method { background: var(--ground); }
@media (min-width: 50rem) { summary { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }
article.endpoint { padding: 1.25rem 0; }
article h4 code { font-size: 1.05rem; font-weight: 600; }
.descriptions pre { margin-top: 0.25rem; }
.schema span { display: block; padding-left: 4ch; text-indent: -4ch; }
.further { margin-top: 0.75rem; }
.examples { display: grid; gap: 1.25rem; }
.example { display: grid; gap: 0.35rem 0.75rem; grid-template-columns: minmax(0, 1fr); }
.example > pre { align-content: center; margin: 0; }
.intro .examples { margin-top: 0.75rem; }
.intro .expected { display: none; }
@media (min-width: 50rem) {
  .examples { gap: 0.75rem; }
  .example { grid-template-columns: 2.25rem minmax(0, 1fr) 14rem; }
  .example .actions { gap: 0.5rem; }
  .example > .actions { align-self: start; }
  .example > .expected { padding-top: 0.5rem; }
  .example > .expected > span { display: none; }
  .intro .example { grid-template-columns: minmax(0, 1fr) auto; }
  .example > .panel { grid-column: 1 / -1; }
}

.panel { border-left: 3px solid var(--line); display: grid; gap: 0.75rem; margin: 0.75rem 0 0; padding-left: 1rem; }
.panel label { color: var(--soft); display: grid; font-size: 0.9rem; min-width: 0; }
.panel input[name], .panel textarea[name] { color: var(--ink); font: 0.9rem/1.4 ui-monospace, monospace; }
.target { display: grid; gap: 0.75rem; grid-template-columns: 6.5rem minmax(0, 1fr); }
.sign-in { border: 1px solid var(--line); border-radius: 0.4rem; display: grid; gap: 0.5rem; margin: 0; min-width: 0; padding: 0.5rem 0.75rem; }
.sign-in p, .limits { color: var(--soft); font-size: 0.85rem; }
.outcome { font-weight: 600; }
.notes { color: var(--accent); }
.answer { min-width: 0; }
.answer pre { max-height: 24rem; overflow-y: auto; }
.image { background: var(--raised); display: block; margin-top: 0.5rem; max-width: 100%; }
footer ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
footer p { color: var(--soft); }

.contents ul { font-size: 0.9rem; }
.contents li ul { display: none; }
.contents p { font-weight: 600; margin-top: 0.75rem; }
@media (max-width: 69.99rem) { .contents > ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; } }
@media (min-width: 70rem) {
  .reference { max-width: 84rem; }
  .reference main { display: grid; gap: 0 3rem; grid-template-columns: 20rem minmax(0, 1fr); }
  .reference .side { align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; padding: 0.25rem; position: sticky; top: 1rem; }
  .contents li ul { display: block; padding-left: 0.75rem; }
  .contents a { color: inherit; display: inline-block; overflow-wrap: anywhere; padding: 0.1rem 0; text-decoration: none; }
  .contents code { font-size: 0.8rem; }
  .contents a:hover { text-decoration: underline; }
  .reference main section:first-child h2 { margin-top: 0.5rem; }
}
`;
